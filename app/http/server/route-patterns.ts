import type { ServerBuild } from '@remix-run/node';
import { pathOf } from './narrow-routes.ts';

/** What may be said of an address: without names, emails or words that somebody has typed. */
export type KnownAddress = {
  /** The pattern of the route, such as `/clients/:id/edit`; `/*` where there is none. */
  route: string;
  /** The path with its numbers, such as `/clients/7/edit`, and other parts by their pattern. */
  path: string;
};

type Node = {
  children: Map<string, Node>;
  parameter: { name: string; node: Node } | null;
  route: string | null;
};

/** Tells the addresses of the product apart. */
export type RoutePatterns = {
  /** Adds the routes of a build. */
  addBuild: (build: Pick<ServerBuild, 'routes'>) => void;
  /** Adds an address without parameters, such as `/up`. */
  add: (pattern: string) => void;
  find: (path: string) => KnownAddress;
};

const NUMBER = /^\d{1,15}$/;

/** Makes a table of addresses, which knows none yet. */
export function createRoutePatterns(): RoutePatterns {
  const root = newNode();

  function add(pattern: string): void {
    let at = root;
    for (const part of pattern.split('/').filter(Boolean)) {
      if (part === '*') return;
      at = part.startsWith(':') ? parameterOf(at, part) : childOf(at, part);
    }
    at.route = pattern;
  }

  return {
    add,
    addBuild: ({ routes }) => {
      for (const id of Object.keys(routes)) add(`/${pathOf(routes, id)}`);
    },
    find: (path) => {
      let at: Node | null = root;
      const known: string[] = [];
      for (const part of path.split('/').filter(Boolean)) {
        const child: Node | undefined = at.children.get(part);
        if (child) known.push(part);
        else if (at.parameter) known.push(NUMBER.test(part) ? part : at.parameter.name);
        at = child ?? at.parameter?.node ?? null;
        if (at === null) break;
      }
      if (at !== null && at.route !== null) return { route: at.route, path: `/${known.join('/')}` };
      return { route: known[0] === 'api' ? '/api/*' : '/*', path: `/${[...known, '*'].join('/')}` };
    },
  };
}

function newNode(): Node {
  return { children: new Map(), parameter: null, route: null };
}

function childOf(node: Node, part: string): Node {
  const child = node.children.get(part) ?? newNode();
  node.children.set(part, child);
  return child;
}

function parameterOf(node: Node, name: string): Node {
  node.parameter ??= { name, node: newNode() };
  return node.parameter.node;
}
