import { afterEach, beforeEach } from 'vitest';
import { startOpenAi, type RunningOpenAi } from '#sandbox/openai.ts';
import type { Visitor } from './visitor.ts';

/** The key that the stand-in takes. */
export const OPENAI_KEY = 'sk-test-correct-horse-battery-staple';

export type UsedOpenAi = RunningOpenAi & {
  /** What makes a server use it. */
  environment: Record<string, string>;
};

/** A stand-in for the AI service for each test of a file; to be called before `useServer`. */
export function useOpenAi(): () => UsedOpenAi {
  let service: UsedOpenAi | null = null;

  beforeEach(async () => {
    const running = await startOpenAi({ apiKeys: [OPENAI_KEY] });
    service = { ...running, environment: { OPENAI_BASE_URL: running.baseUrl } };
  });

  afterEach(async () => {
    await service?.close();
    service = null;
  });

  return () => {
    if (!service) throw new Error('The stand-in is not started yet');
    return service;
  };
}

/** Saves the stand-in's key, as Settings does. Throws when it was refused. */
export async function saveKey(visitor: Visitor): Promise<void> {
  const saved = await visitor.api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY });
  if (saved.status !== 200) throw new Error(`The key was not saved: ${saved.text}`);
}
