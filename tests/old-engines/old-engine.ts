import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startChromium } from '#tests/lighthouse/debugged-chromium.ts';
import { freePort } from '#tests/support/server/free-port.ts';

/** Whether Debian's two old engines are here, 200 MB of packages (`npm run prove -- old-engines`). */
export const HAS_OLD_ENGINES = process.env.OLD_ENGINES !== undefined;

/** The old engines, by the version of Qt; without them the one of today, by which these tests do not rot. */
export const ENGINES: { qt: string | null; name: string }[] = HAS_OLD_ENGINES
  ? [
      { qt: '5', name: 'Chromium 87' },
      { qt: '6', name: 'Chromium 102' },
    ]
  : [{ qt: null, name: 'Today’s Chromium, for want of old ones' }];

/** One page in an old engine. */
export type OldEngine = {
  /** Loads an address, and waits until it has loaded. */
  goto: (url: string) => Promise<void>;
  /** What an expression gives in the page; a promise is waited for. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Does something that leads to another page, and waits until that has loaded. */
  leaving: (expression: string) => Promise<void>;
  setCookie: (url: string, name: string, value: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** A picture of the page, as PNG. */
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
};

/** Debian's own, which has Debian's packages. */
const PYTHON = '/usr/bin/python3';

const ENVIRONMENT = {
  QT_QPA_PLATFORM: 'offscreen',
  QT_QUICK_BACKEND: 'software',
  QTWEBENGINE_DISABLE_SANDBOX: '1',
  QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
};

/** How long the engine may take for one thing, in milliseconds. */
const PATIENCE = 60_000;

type Message = { id?: number; method?: string; result?: unknown; error?: { message: string } };

/** Starts an engine, of a version of Qt or today's. Throws when it does not come up within a minute. */
export async function startEngine(qt: string | null): Promise<OldEngine> {
  if (qt === null) {
    const { port, stop } = await startChromium();
    await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    return drive(port, stop);
  }
  const port = await freePort();
  const child = spawn(PYTHON, [join(import.meta.dirname, 'engine.py'), qt], {
    env: { ...process.env, ...ENVIRONMENT, QTWEBENGINE_REMOTE_DEBUGGING: String(port) },
    stdio: 'ignore',
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill();
    await closed;
  };
  return drive(port, close);
}

/** Drives the engine that listens on a port. */
async function drive(port: number, end: () => Promise<void>): Promise<OldEngine> {
  const socket = await connect(port).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const { send, loaded } = speak(socket);
  await send('Page.enable');
  const evaluate = async (expression: string) => {
    const given = { expression, awaitPromise: true, returnByValue: true };
    const answer = await send('Runtime.evaluate', given);
    const { result, exceptionDetails } = answer as {
      result: { value?: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  };
  const leaving = async (expression: string) => {
    const done = loaded();
    await evaluate(expression);
    await done;
  };
  return {
    goto: async (url) => {
      const done = loaded();
      await send('Page.navigate', { url });
      await done;
    },
    evaluate,
    leaving,
    setCookie: async (url, name, value) => {
      await send('Network.setCookie', { url, name, value });
    },
    resize: async (width, height) => {
      const size = { width, height, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setDeviceMetricsOverride', size);
    },
    picture: async () => {
      const { data } = (await send('Page.captureScreenshot')) as { data: string };
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      socket.close();
      await end();
    },
  };
}

async function connect(port: number): Promise<WebSocket> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json`);
      const [page] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (page) {
        const socket = new WebSocket(page.webSocketDebuggerUrl);
        await once(socket, 'open');
        return socket;
      }
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    if (performance.now() > deadline) throw new Error('The engine shows no page.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Calls of the protocol for developers, and its word that a page has loaded. */
function speak(socket: WebSocket) {
  let last = 0;
  const waiting = new Map<number, (message: Message) => void>();
  const whenLoaded = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'Page.loadEventFired') {
      for (const tell of whenLoaded) tell();
      whenLoaded.clear();
    }
    waiting.get(message.id ?? 0)?.(message);
  });
  const send = (method: string, params: object = {}) =>
    inTime(
      method,
      new Promise<unknown>((resolve, reject) => {
        last += 1;
        const id = last;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result);
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    );
  const loaded = () =>
    inTime(
      'a page to load',
      new Promise<void>((resolve) => {
        whenLoaded.add(resolve);
      }),
    );
  return { send, loaded };
}

async function inTime<Result>(what: string, wait: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The old engine took too long: ${what}`));
    }, PATIENCE);
  });
  try {
    return await Promise.race([wait, late]);
  } finally {
    clearTimeout(timer);
  }
}
