import pino, { type DestinationStream, type Logger } from 'pino';

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

/** A logger that writes one JSON object per line, with secrets replaced by `[redacted]`. */
export function createLogger(
  options: { level?: string; destination?: LogDestination } = {},
): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactPaths, censor: '[redacted]' },
    serializers: { error: describeError },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/**
 * An error as plain data: enough to find its cause, without other properties, which may be secret.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
