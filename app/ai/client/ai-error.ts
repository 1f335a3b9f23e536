/** Why the AI service gave no usable answer. */
export type AiErrorKind =
  | 'key-refused'
  | 'no-credit'
  | 'rate-limited'
  | 'model-missing'
  | 'timeout'
  | 'unreadable'
  | 'unavailable'
  | 'empty';

/** What the service was asked for. */
export type AiTask = 'describe' | 'check-key';

/**
 * A refusal or failure of the AI service, with a sentence for people. It holds nothing of the
 * service's answer, since services repeat parts of the key there.
 */
export class AiError extends Error {
  readonly kind: AiErrorKind;
  /** The HTTP status, for the log. Null when no answer came. */
  readonly status: number | null;

  constructor(kind: AiErrorKind, task: AiTask, status: number | null = null) {
    super(task === 'describe' ? describeSentence(kind) : checkKeySentence(kind));
    this.name = 'AiError';
    this.kind = kind;
    this.status = status;
  }
}

const UNREADABLE = 'Invalid response format from AI service';

function describeSentence(kind: AiErrorKind): string {
  switch (kind) {
    case 'key-refused':
      return 'The AI service refused the API key. Your description is unchanged. Check the key under AI Configuration in Settings.';
    case 'no-credit':
      return 'The account of the AI service has no credit left. Your description is unchanged. Add credit there, then try again.';
    case 'rate-limited':
      return 'The AI service is taking no more requests at the moment. Your description is unchanged. Please try again in a minute.';
    case 'model-missing':
      return 'The AI service does not offer the model that is set up. Your description is unchanged. Ask whoever runs this server to check OPENAI_MODEL.';
    case 'timeout':
      return 'The AI service took too long to answer. Your description is unchanged. Please try again.';
    case 'unreadable':
    case 'empty':
      return UNREADABLE;
    case 'unavailable':
      return 'Failed to generate description. Please try again.';
  }
}

function checkKeySentence(kind: AiErrorKind): string {
  switch (kind) {
    case 'key-refused':
      return 'The AI service refused the API key. Copy it again from the service, without spaces, and save once more.';
    case 'no-credit':
      return 'The key is right, but the account of the AI service has no credit left. Add credit there before you generate descriptions.';
    case 'rate-limited':
      return 'The key could not be checked: the AI service is taking no more requests at the moment. Please try again in a minute.';
    case 'model-missing':
      return 'The AI service does not offer the model that is set up. Ask whoever runs this server to check OPENAI_MODEL.';
    case 'timeout':
      return 'The key could not be checked: the AI service took too long to answer. Please try again.';
    case 'unreadable':
    case 'empty':
      return `${UNREADABLE}. The key could not be checked. Ask whoever runs this server to check OPENAI_BASE_URL.`;
    case 'unavailable':
      return 'The key could not be checked: the AI service cannot be reached. Please try again.';
  }
}

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
