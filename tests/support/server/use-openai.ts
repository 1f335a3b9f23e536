import { afterEach, beforeEach } from 'vitest';
import { startOpenAi, type RunningOpenAi } from '#sandbox/openai.ts';
import type { TestServer } from './test-server.ts';

/** The key that the stand-in takes. */
export const OPENAI_KEY = 'sk-test-key-that-nobody-sees';

export type UsedOpenAi = RunningOpenAi & {
  /** The environment of a server that uses it. */
  environment: Record<string, string>;
};

/** A stand-in for OpenAI for each test of a file; to be called before `useServer`. */
export function useOpenAi(): () => UsedOpenAi {
  let openAi: UsedOpenAi | null = null;

  beforeEach(async () => {
    const running = await startOpenAi({ apiKeys: [OPENAI_KEY] });
    const environment = { OPENAI_BASE_URL: running.baseUrl, OPENAI_MODEL: 'sandbox-tidy' };
    openAi = { ...running, environment };
  });

  afterEach(async () => {
    await openAi?.close();
    openAi = null;
  });

  return () => {
    if (!openAi) throw new Error('The stand-in is not started yet');
    return openAi;
  };
}

/** Makes the server wait for the AI service no longer than this, in milliseconds. */
export function hurryAi({ services }: TestServer, timeoutMs = 300): void {
  services.ai.timeoutMs = timeoutMs;
}
