import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefusal } from './platform/command.ts';
import { describeSetUp } from './set-up.server.ts';
import { explainFailedStart, start, type Application, type StartOptions } from './start.server.ts';

/** How long a closing server waits for running requests, in milliseconds. */
const CLOSE_DEADLINE = 10_000;

/** A server that listens. */
export type RunningServer = Pick<Application, 'config' | 'services' | 'signInLink'> & {
  server: Server;
  port: number;
  /** Accepts no new requests, lets running ones finish, then closes the database. */
  close: () => Promise<void>;
};

/** Starts the product and listens. Throws what `start` throws, and StartRefusal where it cannot listen. */
export async function serve(options: StartOptions): Promise<RunningServer> {
  const application = await start(options);
  const { config, services, signInLink } = application;
  const server = createServer(application.app);
  try {
    await listen(server, config);
  } catch (error) {
    application.closeDatabase();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  services.logger.info({ address: config.origin, host: config.host, port }, 'listening');
  for (const line of describeSetUp(services)) services.logger.info(line);
  application.beginJobs();
  return {
    config,
    services,
    signInLink,
    server,
    port,
    close: async () => {
      await Promise.all([close(server), application.endJobs()]);
      application.closeDatabase();
    },
  };
}

function listen(server: Server, { port, host }: Application['config']): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(refusedToListen(error, port, host) ?? error);
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_DEADLINE);
  // A connection becomes idle when its last request ends, so look for idle ones repeatedly.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearInterval(idle);
  clearTimeout(deadline);
}

/**
 * Serves until a signal ends this process, and then sets its exit code. Gives 0 once the server
 * listens, or prints why it cannot and gives 1.
 */
export async function serveUntilSignal(options: StartOptions): Promise<number> {
  const starting = serve(options);
  // Set up before the start is done: a signal during the start must close the server, too.
  let isClosing = false;
  const stop = (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    // A failed start has nothing to close, and its reason is printed below.
    starting.then((running) => closeAndEnd(running, signal)).catch(() => undefined);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    await starting;
    return 0;
  } catch (error) {
    process.stderr.write(`${explainFailedStart(error)}\n`);
    return 1;
  }
}

async function closeAndEnd({ services, close }: RunningServer, signal: string): Promise<void> {
  const { logger } = services;
  logger.info({ signal }, 'closing');
  try {
    await close();
    logger.info('closed');
    process.exitCode = 0;
  } catch (error) {
    logger.error({ error }, 'closing failed');
    process.exitCode = 1;
  }
}

/** Why it cannot listen, for the operator; null for what has no sentence. */
function refusedToListen(error: Error, port: number, host: string): StartRefusal | null {
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartRefusal('PORT should be free, but another program listens on it.');
    case 'EACCES':
      return new StartRefusal(
        `PORT should be one that this user may listen on, but ${port} is not. Set PORT to 1024 or more, and let a reverse proxy have ${port}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartRefusal(
        `HOST should be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them, but is ${JSON.stringify(host)}.`,
      );
    default:
      return null;
  }
}
