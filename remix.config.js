/**
 * Remix's own options; `vite.config.ts` hands them to the Remix plugin.
 *
 * Single fetch is off: its turbo-stream rendering halves the requests per second
 * of a fifty-row screen (docs/decisions/0002-hydration.md).
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
    v3_routeConfig: true,
  },
};
