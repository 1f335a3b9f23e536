const UNREADABLE = 'Invalid response format from AI service';
const BAD_CHECK = `${UNREADABLE}. The key could not be checked. Ask whoever runs this server to check OPENAI_BASE_URL.`;

/** Why the AI service gave no usable answer: the sentence where it was to describe, and where it was to check a key. */
const SENTENCES = {
  'key-refused': {
    describe:
      'The AI service refused the API key. Your description is unchanged. Check the key under AI Configuration in Settings.',
    'check-key':
      'The AI service refused the API key. Copy it again from the service, without spaces, then save again.',
  },
  'no-credit': {
    describe:
      'Your account with the AI service has no credit left. Your description is unchanged. Add credit there, then try again.',
    'check-key':
      'The key is right, but your account there has no credit left. Add credit before you generate descriptions.',
  },
  'rate-limited': {
    describe:
      'The AI service is busy. Your description is unchanged. Please try again in a minute.',
    'check-key':
      'The key could not be checked: the AI service is busy. Please try again in a minute.',
  },
  'model-missing': {
    describe:
      'The AI service does not offer the model chosen for it. Your description is unchanged. Ask whoever runs this server to check OPENAI_MODEL.',
    'check-key':
      'The AI service does not offer the model chosen for it. Ask whoever runs this server to check OPENAI_MODEL.',
  },
  timeout: {
    describe:
      'The AI service took too long to answer. Your description is unchanged. Please try again.',
    'check-key':
      'The key could not be checked: the AI service took too long to answer. Please try again.',
  },
  unreadable: { describe: UNREADABLE, 'check-key': BAD_CHECK },
  empty: { describe: UNREADABLE, 'check-key': BAD_CHECK },
  unavailable: {
    describe: 'Failed to generate description. Please try again.',
    'check-key':
      'The key could not be checked: the AI service cannot be reached. Please try again.',
  },
};

export type AiErrorKind = keyof typeof SENTENCES;

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
    super(SENTENCES[kind][task]);
    this.name = 'AiError';
    this.kind = kind;
    this.status = status;
  }
}

/** After this many calls in a row without an answer, the service counts as gone. */
export const MOST_SILENCES = 3;

/** Why a batch stopped before everything was rewritten, in a sentence. */
const STOPS = {
  'not-configured':
    'OpenAI API key not configured. Save one under AI Configuration in Settings, then continue here.',
  'key-refused':
    'The AI service refused the API key. Check it under AI Configuration in Settings, then continue here.',
  'no-credit':
    'Your account with the AI service has no credit left. Add credit there, then continue here.',
  'model-missing':
    'The AI service does not offer the model chosen for it. Ask whoever runs this server to check OPENAI_MODEL.',
  'rate-limited': 'The AI service is busy. Continue in a minute.',
  'no-answer': `The AI service failed to answer ${MOST_SILENCES} times in a row. Continue when it is back.`,
  interrupted: 'The server stopped before everything was rewritten. Finished texts are kept.',
  broken: 'Something went wrong on the server. Finished texts are kept.',
};

export type StopReason = keyof typeof STOPS;

const isStopReason = (text: string): text is StopReason => Object.hasOwn(STOPS, text);

/** Reads a stored reason; one that this version does not know counts as 'broken'. */
export const toStopReason = (text: string): StopReason => (isStopReason(text) ? text : 'broken');

/** The reason to stop the batch, for a fault that would hit every other description too; else null. */
export const stopReasonOf = (kind: AiErrorKind): StopReason | null =>
  isStopReason(kind) ? kind : null;

/** Whether a fault means that no answer came, rather than a bad one. */
export const isSilence = (kind: AiErrorKind) => kind === 'timeout' || kind === 'unavailable';

/** The sentence beside the one description of a batch that a fault hit. */
export const faultSentence = (kind: AiErrorKind) =>
  kind === 'timeout' ? 'The AI service took too long to answer.' : SENTENCES[kind].describe;

/** The sentence for a whole batch that stopped, and whether Settings is where to put it right. */
export const stopSentence = (reason: StopReason) => ({
  text: STOPS[reason],
  leadsToSettings: reason === 'not-configured' || reason === 'key-refused',
});
