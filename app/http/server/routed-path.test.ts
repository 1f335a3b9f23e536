import { expect, test } from 'vitest';
import { isApiAddress, routedPath } from './routed-path.ts';

test.each([
  ['/api/imports/7', '/api/imports/7'],
  ['/api/Imports/7/?dry=1', '/api/imports/7'],
  ['/work-logs/../EXPORT%2Ezip//', '/export.zip'],
  ['/work-logs/%2E%2E/export.zip', '/export.zip'],
  ['/api%2Fimports', '/api%2fimports'],
  ['/API/%E0%A4%A/', '/api/%e0%a4%a'],
  ['//api/clients', '//api/clients'],
  ['/', ''],
  ['*', '*'],
])('%s is read as %s', (address, path) => {
  expect(routedPath(address)).toBe(path);
});

test.each([
  ['/api', true],
  ['/API/clients?x=/', true],
  ['/apiary', false],
  ['/work-logs?at=/api/', false],
])('%s is an address of the API: %s', (address, isApi) => {
  expect(isApiAddress(address)).toBe(isApi);
});
