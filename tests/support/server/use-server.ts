import { afterEach, beforeEach } from 'vitest';
import { noteRows } from '../data/rows-left.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * A server and an empty database for each test of a file. To be called before
 * `useBrowser`, so that the browser's windows are closed while the server still answers.
 */
export function useServer(
  /** Called before each test: variables to add to the usual environment. */
  environment: () => Record<string, string> = () => ({}),
): () => TestServer {
  let server: TestServer | null = null;

  beforeEach(async () => {
    server = await startTestServer(environment());
  });

  afterEach(async () => {
    if (server) noteRows(server);
    await server?.stop();
    server = null;
  });

  return () => {
    if (!server) throw new Error('The server is not started yet');
    return server;
  };
}
