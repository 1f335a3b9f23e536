import { eq } from 'drizzle-orm';
import type { Scope } from '#app/auth/tokens/scopes.ts';
import { endToken } from '#app/auth/tokens/tokens.server.ts';
import { formToken, startSession } from '#app/auth/sessions/sessions.server.ts';
import { sessions, users } from '#db/schema.ts';
import { programOf } from '../data/tokens.ts';
import { addUser, approve } from '../data/entries.ts';
import { TEST_EMAIL, type TestServer } from './test-server.ts';
import { visit, type Answer, type Visitor } from './visitor.ts';

/** Who may ask, in the order of the table. */
export const WHO = [
  'signed in',
  'with form token',
  'signed out',
  'removed email',
  'deleted user',
  'expired session',
  'other origin',
  'no token',
  'token: read',
  'token: log',
  'token: review',
  'token: invoice',
  'token: all',
  'token: propose',
  'ended token',
] as const;
export type Who = (typeof WHO)[number];

/** The kinds that have no session that counts. */
export const OUTSIDERS: readonly Who[] = [
  'signed out',
  'removed email',
  'deleted user',
  'expired session',
];

/** The programs, each with its token; the last with a good cookie beside it. */
export const PROGRAMS = WHO.filter((who) => who.startsWith('token: '));
const SCOPES_OF: Partial<Record<Who, Scope[]>> = {
  'token: read': ['read'],
  'token: log': ['log'],
  'token: review': ['review'],
  'token: invoice': ['invoice'],
  'token: all': ['all'],
  'token: propose': ['propose'],
  'ended token': ['all'],
};

/** The kinds whose requests come from another site, or cannot show that they do not. */
export const FOREIGN: readonly Who[] = ['other origin', 'no token'];

/** Sends one request as somebody of a kind, each with a session of its own. */
export function askAs(
  server: TestServer,
): (who: Who, method: string, path: string) => Promise<Answer> {
  const { services } = server;
  const alex = addUser(server, TEST_EMAIL);
  const removed = addUser(server, 'removed@example.com');
  services.db.$client.exec(`delete from approved_emails where email = 'removed@example.com'`);

  const withSession = (userId: number) => {
    const visitor = visit(server);
    const [pair = ''] = startSession(services, userId).split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    visitor.cookies.set(name, value);
    return visitor;
  };
  const newVisitor = (who: Who): Visitor => {
    switch (who) {
      case 'signed out':
        return visit(server);
      case 'removed email':
        return withSession(removed);
      case 'deleted user': {
        const gone = addUser(server, 'gone@example.com');
        const visitor = withSession(gone);
        services.db.delete(users).where(eq(users.id, gone)).run();
        approve(server, 'gone@example.com');
        return visitor;
      }
      case 'expired session': {
        const visitor = withSession(alex);
        services.db
          .update(sessions)
          .set({ expiresAt: new Date(services.clock().getTime() - 1) })
          .where(eq(sessions.userId, alex))
          .run();
        return visitor;
      }
      case 'ended token':
      case 'signed in':
      case 'with form token':
      case 'other origin':
      case 'no token':
        return withSession(alex);
      default:
        return visit(server);
    }
  };

  const tokens = new Map(
    Object.entries(SCOPES_OF).map(([who, scopes]) => [
      who,
      programOf(server, alex, { name: who, scopes }),
    ]),
  );
  endToken(services, alex, tokens.get('ended token')?.id ?? 0);

  return async (who, method, path) => {
    const visitor = newVisitor(who);
    const program = tokens.get(who);
    if (program) {
      const body = method === 'GET' ? undefined : {};
      return visitor.api(method, path, body, program.headers);
    }
    const own = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const headers = who === 'other origin' ? foreign : own;
    if (method === 'GET') {
      return visitor.get(path, who === 'no token' || who === 'with form token' ? {} : headers);
    }
    const [id = ''] = (visitor.cookies.get('session') ?? '').split('.');
    if (who === 'with form token' || who === 'no token') {
      const body = new URLSearchParams();
      if (who === 'with form token') body.set('formToken', formToken(services.appSecret, id));
      return visitor.send(path, { method, body });
    }
    return path.startsWith('/api/') && !PRESSED.test(path)
      ? visitor.api(method, path, {}, headers)
      : visitor.send(path, { method, headers, body: new URLSearchParams() });
  };
}

/** What people's browsers follow and press below /api. */
const PRESSED = /^\/api\/(login|logout|passkeys|auth\/callback)(\/|$)/;
