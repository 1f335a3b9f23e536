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
  'billing-stopped': {
    describe:
      'The AI service bills your account no further: its spending limit is reached, or its billing is not active. Your description is unchanged. Change that there, then try again.',
    'check-key':
      'The key could not be checked: the AI service bills your account no further. Raise its spending limit there, or activate its billing.',
  },
  region: {
    describe:
      'The AI service serves no calls from the country or region of this server. Your description is unchanged. Ask whoever runs this server to name another service with OPENAI_BASE_URL.',
    'check-key':
      'The key could not be checked: the AI service serves no calls from the country or region of this server. Ask whoever runs this server to name another service with OPENAI_BASE_URL.',
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
  'wrong-address': {
    describe:
      'The AI service has nothing at the address that this server calls. Your description is unchanged. Ask whoever runs this server to check OPENAI_BASE_URL, /v1 included, and OPENAI_MODEL.',
    'check-key': BAD_CHECK,
  },
  'too-long': {
    describe:
      'Your description and the prompt are too long for the model chosen for the AI service. Your description is unchanged. Shorten one of them, or ask whoever runs this server for a model that takes more (OPENAI_MODEL).',
    'check-key': BAD_CHECK,
  },
  filtered: {
    describe:
      'The content filter of the AI service held this text back. Your description is unchanged. Change its wording, or write the summary yourself.',
    'check-key': BAD_CHECK,
  },
  declined: {
    describe:
      'The model of the AI service declined to rewrite this text. Your description is unchanged. Change its wording or your prompt, or write the summary yourself.',
    'check-key': BAD_CHECK,
  },
  // Azure lists models, not the deployments that its users name, so none are named here.
  'deployment-missing': {
    describe:
      'Azure has no deployment with the name that this server calls. Your description is unchanged. Ask whoever runs this server to set OPENAI_MODEL to the deployment’s name; a new one is there after some minutes.',
    'check-key': BAD_CHECK,
  },
  timeout: {
    describe:
      'The AI service took too long to answer. Your description is unchanged. Please try again; where that happens often, ask whoever runs this server to raise AI_TIMEOUT.',
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
 * service's answer, since services repeat parts of the key there, except names of models.
 */
export class AiError extends Error {
  readonly kind: AiErrorKind;
  /** The HTTP status, for the log. Null when no answer came. */
  readonly status: number | null;

  /** A sentence more, such as the models that there are; may be empty. */
  readonly detail: string;

  constructor(kind: AiErrorKind, task: AiTask, status: number | null = null, detail = '') {
    super(`${SENTENCES[kind][task]} ${detail}`.trim());
    this.name = 'AiError';
    this.kind = kind;
    this.status = status;
    this.detail = detail;
  }
}

/** After this many calls in a row without an answer, the service counts as gone. */
export const MOST_SILENCES = 3;

const STOPS = {
  'not-configured':
    'OpenAI API key not configured. Save one under AI Configuration in Settings, then continue here.',
  'key-refused':
    'The AI service refused the API key. Check it under AI Configuration in Settings, then continue here.',
  'no-credit':
    'Your account with the AI service has no credit left. Add credit there, then continue here.',
  'model-missing':
    'The AI service does not offer the model chosen for it. Ask whoever runs this server to check OPENAI_MODEL.',
  'deployment-missing':
    'Azure has no deployment with the name that this server calls. Ask whoever runs this server to set OPENAI_MODEL to the deployment’s name, then continue here.',
  'billing-stopped':
    'The AI service bills your account no further: its spending limit is reached, or its billing is not active. Change that there, then continue here.',
  region:
    'The AI service serves no calls from the country or region of this server. Ask whoever runs this server to name another service with OPENAI_BASE_URL, then continue here.',
  'wrong-address':
    'The AI service has nothing at the address that this server calls. Ask whoever runs this server to check OPENAI_BASE_URL, /v1 included, and OPENAI_MODEL, then continue here.',
  'rate-limited': 'The AI service is busy. Continue in a minute.',
  'no-answer': `The AI service failed to answer ${MOST_SILENCES} times in a row. Continue when it is back.`,
  interrupted: 'The server stopped before everything was rewritten. Finished texts are kept.',
  broken: 'Something went wrong on the server. Finished texts are kept.',
};

type StopReason = keyof typeof STOPS;

/** Why a batch stopped, as it is stored: the reason's name, and behind a space what a sentence says more. */
export type Stop = StopReason | `${StopReason} ${string}`;

const isStopReason = (text: string): text is StopReason => Object.hasOwn(STOPS, text);

/** The reason to stop the batch, for a fault that would hit every other description too; else null. */
export const stopOf = ({ kind, detail }: AiError): Stop | null =>
  isStopReason(kind) ? (detail === '' ? kind : `${kind} ${detail}`) : null;

/** Whether a fault means that no answer came, rather than a bad one. */
export const isSilence = (kind: AiErrorKind) => kind === 'timeout' || kind === 'unavailable';

/** The sentence beside the one description of a batch that a fault hit. */
export const faultSentence = (kind: AiErrorKind) =>
  kind === 'timeout' ? 'The AI service took too long to answer.' : SENTENCES[kind].describe;

/**
 * The sentence for a whole batch that stopped, from what is stored, and whether Settings is where to put it right. A
 * reason that this version does not know counts as 'broken'.
 */
export function stopSentence(stored: string) {
  const [name = '', ...detail] = stored.split(' ');
  const reason = isStopReason(name) ? name : 'broken';
  return {
    text: [STOPS[reason], ...detail].join(' '),
    leadsToSettings: reason === 'not-configured' || reason === 'key-refused',
  };
}
