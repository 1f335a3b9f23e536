import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';

export type Http2Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Somebody at an address of their own, who speaks HTTP/2 and trusts one certificate. */
export type Http2Visitor = {
  /** Sends a request and reads the whole answer. */
  send: (path: string, sent?: Sent) => Promise<Http2Answer>;
  /** Sends a request, and reads nothing of the answer yet. */
  open: (path: string, headers?: Record<string, string>) => Promise<ClientHttp2Stream>;
  close: () => void;
};
type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** Connects to `https://localhost:port` from a loopback address, such as 127.0.0.2. */
export async function visitFrom(
  address: string,
  { port, certificate }: { port: number; certificate: string },
): Promise<Http2Visitor> {
  const session: ClientHttp2Session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        socket: connectPlain({ host: '127.0.0.1', port, localAddress: address }),
        servername: 'localhost',
        ca: certificate,
        ALPNProtocols: ['h2'],
      }),
  });
  await once(session, 'connect');

  async function start(path: string, { method = 'GET', headers, body }: Sent) {
    const stream = session.request({ ':path': path, ':method': method, ...headers });
    // A server may answer before it has taken a long body, and then refuse the rest of it.
    stream.on('error', () => undefined);
    stream.end(body);
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    return { stream, headers: answered };
  }

  return {
    send: async (path, sent = {}) => {
      const { stream, headers } = await start(path, sent);
      return { status: Number(headers[':status']), headers, text: await text(stream) };
    },
    open: async (path, headers = {}) => (await start(path, { headers })).stream,
    close: () => {
      session.destroy();
    },
  };
}
