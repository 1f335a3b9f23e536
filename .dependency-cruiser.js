/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } }],
  options: { tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, doNotFollow: { path: 'node_modules' }, exclude: { path: '\\.test\\.' }, enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] } },
};
