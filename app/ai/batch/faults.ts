import type { AiErrorKind } from '../client/ai-error.ts';

/** Why a batch stopped before everything was rewritten. */
const STOP_REASONS = [
  'not-configured',
  'key-refused',
  'no-credit',
  'model-missing',
  'rate-limited',
  'no-answer',
  'interrupted',
  'broken',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** After this many calls in a row without an answer, the service counts as gone. */
export const MOST_SILENCES = 3;

/** Reads a stored reason; one that this version does not know counts as 'broken'. */
export function toStopReason(text: string): StopReason {
  return STOP_REASONS.find((reason) => reason === text) ?? 'broken';
}

/**
 * The reason to stop the batch, for a fault that would hit every other description too; else null.
 */
export function stopReasonOf(kind: AiErrorKind): StopReason | null {
  switch (kind) {
    case 'key-refused':
    case 'no-credit':
    case 'model-missing':
    case 'rate-limited':
      return kind;
    case 'timeout':
    case 'unavailable':
    case 'unreadable':
    case 'empty':
      return null;
  }
}

/** Whether a fault means that no answer came, rather than a bad one. */
export function isSilence(kind: AiErrorKind): boolean {
  return kind === 'timeout' || kind === 'unavailable';
}

/** The sentence beside the one description that a fault hit. */
export function faultSentence(kind: AiErrorKind): string {
  switch (kind) {
    case 'timeout':
      return 'The AI service took too long to answer.';
    case 'unreadable':
    case 'empty':
      return 'Invalid response format from AI service';
    case 'unavailable':
    case 'key-refused':
    case 'no-credit':
    case 'model-missing':
    case 'rate-limited':
      return 'Failed to generate description. Please try again.';
  }
}

/** The sentence for a whole batch that stopped, and whether Settings is where to put it right. */
export function stopSentence(reason: StopReason): { text: string; leadsToSettings: boolean } {
  switch (reason) {
    case 'not-configured':
      return {
        text: 'OpenAI API key not configured. Save one under AI Configuration in Settings, then go on here.',
        leadsToSettings: true,
      };
    case 'key-refused':
      return {
        text: 'The AI service refused the API key. Check it under AI Configuration in Settings, then go on here.',
        leadsToSettings: true,
      };
    case 'no-credit':
      return {
        text: 'The account of the AI service has no credit left. Add credit there, then go on here.',
        leadsToSettings: false,
      };
    case 'model-missing':
      return {
        text: 'The AI service does not offer the model that is set up. Ask whoever runs this server to check OPENAI_MODEL.',
        leadsToSettings: false,
      };
    case 'rate-limited':
      return {
        text: 'The AI service is taking no more requests at the moment. Go on in a minute.',
        leadsToSettings: false,
      };
    case 'no-answer':
      return {
        text: `The AI service failed to answer ${MOST_SILENCES} times in a row. Go on when it is back.`,
        leadsToSettings: false,
      };
    case 'interrupted':
      return {
        text: 'The server was stopped before all was rewritten. What was rewritten is kept.',
        leadsToSettings: false,
      };
    case 'broken':
      return {
        text: 'Something went wrong on the server. What was rewritten is kept.',
        leadsToSettings: false,
      };
  }
}
