import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import SqliteDatabase from 'better-sqlite3';

/** A server with the holes that the attackers look for: what they do not find here they cannot find. */
export async function startControl(): Promise<{ url: string; close: () => Promise<void> }> {
  const sqlite = new SqliteDatabase(':memory:');
  sqlite.exec(`create table logs (id integer primary key, text text);
    insert into logs (text) values ('Switch replaced'), ('Cables'), ('Mailbox full')`);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    switch (pathname) {
      case '/search':
        response.end(`<p>Nothing like ${searchParams.get('q')} was found.</p>`);
        return;
      case '/log':
        response.end(logs(searchParams.get('id') ?? ''));
        return;
      case '/go':
        response.writeHead(302, {
          Location: (searchParams.get('to') ?? '/').replace(/[^\x21-\x7e]/g, ''),
        });
        response.end();
        return;
      default:
        response.end(
          '<a href="/search?q=a">Search</a> <a href="/log?id=1">Log</a> <a href="/go?to=/search">Go</a>',
        );
    }
  });

  function logs(id: string): string {
    try {
      const rows = sqlite.prepare(`select text from logs where id = ${id}`).pluck().all();
      return `<ul>${rows.map((text) => `<li>${String(text)}</li>`).join('')}</ul>`;
    } catch (error) {
      return `<p>[SQLITE_ERROR] ${String(error)}</p>`;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          sqlite.close();
          resolve();
        });
      }),
  };
}
