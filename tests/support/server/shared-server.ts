import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';
import { visitSignedIn, type Visitor } from './visitor.ts';

/** pino's number for the level of errors. */
const ERROR_LEVEL = 50;

/** A running server and somebody who is signed in there. */
export type Shared = { server: TestServer; visitor: Visitor };

/**
 * One server for all tests of a file, which is quicker than one for each test: every test makes
 * its own entries and looks only at these. A test fails when the server logs an error, since no
 * request, however wrong, may cause one.
 */
export function useSharedServer(environment: Record<string, string> = {}): () => Shared {
  let shared: Shared | null = null;
  let seen = 0;

  beforeAll(async () => {
    const server = await startTestServer(environment);
    shared = { server, visitor: await visitSignedIn(server) };
  });

  afterEach(() => {
    const lines = shared?.server.logLines() ?? [];
    expect(lines.slice(seen).filter(({ level }) => Number(level) >= ERROR_LEVEL)).toEqual([]);
    seen = lines.length;
  });

  afterAll(async () => {
    await shared?.server.stop();
  });

  return () => {
    if (!shared) throw new Error('The server is not started yet');
    return shared;
  };
}
