import type { Plugin } from 'vite';
import remixConfig from '../remix.config.js';

/**
 * What the build changes in Remix, for smaller pages and scripts and for a page that is taken over sooner. A new
 * version of Remix in which one of these places reads otherwise fails the build.
 */
type Change = { file: string; from: string | RegExp; to: string };

const FLAGS: Record<string, boolean> = { ...remixConfig.future };

/** Links do not say that their routes are to be discovered: all of them are known (`v3_lazyRouteDiscovery`). */
const LINKS: Change = {
  file: '/@remix-run/react/dist/components.js',
  from: /discover = "render"/g,
  to: 'discover = "none"',
};

const IN_BROWSERS: Change[] = [
  LINKS,
  {
    // A script for pages from the server, which have none of it (app/ui/scripts/kept-scroll.tsx).
    file: '/@remix-run/react/dist/scroll-restoration.js',
    from: /let restoreScroll = [\s\S]*?\.toString\(\);/,
    to: 'let restoreScroll = "";',
  },
  {
    // Pages of Remix's own, in whose place the product has others, and what they say to developers.
    file: '/@remix-run/react/dist/errorBoundaries.js',
    from: /console\.log\(\s*"💿[\s\S]*?\);|if \(isRouteErrorResponse\(error\)\) \{\s*return [\s\S]*?heyDeveloper\);\s*\}/g,
    to: '',
  },
  {
    // The server renders this product.
    file: '/@remix-run/react/dist/routes.js',
    from: /if \(isSpaMode\)/g,
    to: 'if (false)',
  },
  {
    file: '/@remix-run/react/dist/routes.js',
    from: / To fix this, please add .* function to the route/,
    to: '',
  },
  {
    // A page whose next script the line loses stays as it is, and what was pressed is not lost (app/offline/lost-file.ts).
    file: '/@remix-run/react/dist/routeModules.js',
    from: /console\.error\([\s\S]*?throw error;\s*\}/,
    to: `if (window.untilThere) {
      await window.untilThere(route.module);
      return loadRouteModule({ ...route, module: route.module + '?' }, routeModulesCache);
    }`,
  },
  {
    file: '/@remix-run/react/dist/fallback.js',
    from: /return [\s\S]*?"Loading\.\.\."[\s\S]*?\n {2}\}\)\);/,
    to: 'return null;',
  },
  {
    // By its name the bundler takes it for used.
    file: '/@remix-run/react/dist/components.js',
    from: 'NavLink.displayName = "NavLink";',
    to: '',
  },
  {
    file: '/@remix-run/react/dist/components.js',
    from: /console\.warn\(`Tried to prefetch .*`\);/,
    to: '',
  },
  {
    // The server renders nothing that is static here.
    file: '/@remix-run/react/dist/components.js',
    from: /\bstatic: isStatic,\s*staticContext\s*\} = useDataRouterContext\(\);/,
    to: '} = useDataRouterContext(), isStatic = false, staticContext = undefined;',
  },
  {
    // The server has matched the address already. The router tries every route of the product, twice, before
    // it takes a page over: a tenth of a second on a slow phone.
    file: '/@remix-run/react/dist/browser.js',
    from: 'let initialMatches = matchRoutes(routes, window.location, window.__remixContext.basename);',
    to: 'let initialMatches = Object.keys(window.__remixRouteModules).map((id) => ({ route: { id } }));',
  },
  {
    // What the router says to developers in the console, with the texts of it.
    file: '/@remix-run/router/dist/router.js',
    from: /function warning\(cond, message\) \{[\s\S]*?\n\}/,
    to: 'function warning() {}',
  },
  {
    // A list of all routes is made once: for each address, and each time the page is drawn, it was made anew.
    file: '/@remix-run/router/dist/router.js',
    from: 'function matchRoutesImpl(',
    to: `let listed = new WeakMap();
function listOf(routes) {
  if (!listed.has(routes)) listed.set(routes, flattenRoutes(routes));
  return listed.get(routes);
}
function matchRoutesImpl(`,
  },
  {
    // Of the routes only those that begin as the address does, or with anything.
    file: '/@remix-run/router/dist/router.js',
    from: `  let branches = flattenRoutes(routes);
  rankRouteBranches(branches);
  let matches = null;
  let decoded = decodePath(pathname);
`,
    to: `  let decoded = decodePath(pathname);
  let start = (path) => (path.split('/')[1] ?? '').toLowerCase();
  let branches = listOf(routes).filter(
    ({ path }) => /^[:*]|^$/.test(start(path)) || start(path) === start(decoded)
  );
  rankRouteBranches(branches);
  let matches = null;
`,
  },
];

const ON_SERVER: Change[] = [
  LINKS,
  {
    // No page says which of Remix's features are on: the browser's scripts are told below.
    file: '/@remix-run/server-runtime/dist/serverHandoff.js',
    from: 'stringify(serverHandoff)',
    to: 'stringify({ ...serverHandoff, future: undefined, isSpaMode: undefined })',
  },
];

/** Remix looks at its flags as it runs, so no bundler can leave out what is off: 4 kB, compressed. */
function withFlags(code: string): string {
  return code
    .replace(/\b(?:window\.__remixContext\.)?future\.(v3_\w+)/g, (text, flag: string) =>
      String(FLAGS[flag] ?? text),
    )
    .replaceAll('window.__remixContext.isSpaMode', 'false');
}

function changed(code: string, { file, from, to }: Change): string {
  const after = code.replace(from, () => to);
  if (after === code) throw new Error(`${file} has changed: see scripts/less-of-remix.ts.`);
  return after;
}

/** The changes above, as a plugin of the build; for browsers or for the server. */
export function lessOfRemix(isForServer: boolean): Plugin {
  const changes = isForServer ? ON_SERVER : IN_BROWSERS;
  return {
    name: 'less-of-remix',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/@remix-run/')) return null;
      const path = id.replace('/dist/esm/', '/dist/');
      const here = changes.filter(({ file }) => path.endsWith(`/node_modules${file}`));
      const less = here.reduce(changed, code);
      const isReact = !isForServer && id.includes('/@remix-run/react/');
      return { code: isReact ? withFlags(less) : less, map: null };
    },
  };
}
