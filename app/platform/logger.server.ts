import pino, { type DestinationStream, type Logger } from 'pino';
import { withoutEmails, withoutQuotes } from './secrets/private-words.ts';
import { presentRequest } from './request-scope.server.ts';

export type { Logger };
/** Where log lines go, one at a time. */
export type LogDestination = DestinationStream;

/** Names whose values never reach a log line, down to the depth that we log. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'clientSecret',
  'client_secret',
  'appSecret',
  'secret',
  'password',
  'apiToken',
  'openaiApiKey',
  // As headers and the environment write them: upper and lower case count.
  'Authorization',
  'Cookie',
  'Set-Cookie',
  'APP_SECRET',
  'OAUTH2_CLIENT_SECRET',
];

const redactPaths = SECRET_NAMES.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`, `*.*.*${key}`];
});

type LoggerOptions = {
  level?: string;
  destination?: LogDestination;
  /** Told of every error that is logged. */
  onError?: (error: unknown) => void;
};

/**
 * A logger that writes one JSON object per line, with secrets replaced by `[redacted]`. What a
 * request causes says which request, and who made it.
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { onError } = options;
  const settings = {
    level: options.level ?? 'info',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactPaths, censor: '[redacted]' },
    serializers: { error: describeError },
    // pino writes into what this gives.
    mixin: () => ({ ...presentRequest() }),
    hooks: {
      logMethod(this: Logger, given: Parameters<pino.LogFn>, write: pino.LogFn) {
        const [first] = given as unknown[];
        if (typeof first === 'object' && first !== null && 'error' in first) onError?.(first.error);
        write.apply(this, given);
      },
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/**
 * An error as plain data: enough to find its cause, without other properties, which may be secret,
 * and without what somebody has typed.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutEmails(String(error)) };
  const message = withoutEmails(messageOf(error));
  return {
    name: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...placesIn(error)].join('\n'),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** JSON that cannot be parsed, and the values of a query, are quoted in messages. */
function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return withoutQuotes(error.message);
  return error.message.replace(/\nparams: .*/s, '');
}

/** The lines of a stack that name places in the program. */
function placesIn({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => /^\s+at /.test(line));
}
