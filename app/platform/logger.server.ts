import pino, { type DestinationStream, type Logger } from 'pino';
import { redact, withoutEmails, withoutQuotes } from './secrets/redact.ts';
import { presentRequest } from './request-scope.server.ts';

export type { Logger };
/** Where log lines go, one at a time. */
export type LogDestination = DestinationStream;

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
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino's own way reads each path anew for every line.
    formatters: { log: redactFields },
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
  const logger = options.destination ? pino(settings, options.destination) : pino(settings);
  // What a child writes with each of its lines does not go through the formatter.
  const child: unknown = Reflect.get(logger, 'child');
  const makeChild = child as (this: Logger, fields: object) => Logger;
  return Object.assign(logger, {
    child(this: Logger, fields: object) {
      return makeChild.call(this, redact(fields));
    },
  });
}

/** `error` has a serializer of its own, which comes after this. */
function redactFields({ error, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return error === undefined ? redact(fields) : { ...redact(fields), error };
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
