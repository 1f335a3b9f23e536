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
