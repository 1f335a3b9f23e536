import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { historyEntries, profileImages, users } from '#db/schema.ts';
import {
  exportPersonCommand,
  removePersonCommand,
} from '#app/people/person/person-commands.server.ts';
import {
  FAKE_CLIENT,
  startFakeProvider,
  truth,
  type FakeProvider,
  type Said,
} from '../../support/server/fake-provider.ts';
import { person, signInAs, startWithProvider } from '../../support/server/at-provider.ts';
import { startTags } from '../../support/html.ts';
import { runCommand } from '../../support/server/operator.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

/** The smallest picture of each type: its first bytes are what counts. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0 and the rest', 'latin1');
const GIF = Buffer.from('GIF89a and the rest', 'latin1');
const WEBP = Buffer.from('RIFF\x01\n\r\x02WEBPVP8 and the rest', 'latin1');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
const LARGEST = 200 * 1024;

let provider: FakeProvider;
let other: FakeProvider;
let server: TestServer;

beforeAll(async () => {
  [provider, other] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  server = await startTestServer({
    OAUTH2_ISSUER: provider.url,
    OAUTH2_CLIENT_ID: FAKE_CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: FAKE_CLIENT.clientSecret,
    SIGN_INS_PER_MINUTE: '0',
    APPROVED_EMAILS: 'alex@example.com,robin@example.com',
  });
});

afterAll(async () => {
  await server.stop();
  await Promise.all([provider.close(), other.close()]);
});

beforeEach(() => {
  server.services.db.delete(users).run();
  provider.requests.length = 0;
  other.requests.length = 0;
});

const sends = (bytes: Buffer, type = 'image/png'): Said['picture'] => {
  return (response) => response.writeHead(200, { 'Content-Type': type }).end(bytes);
};

/** Signs Alex in, whose picture is at an address; gives where that leads. */
async function signIn(said: Partial<Said>, picture: string | null = `${provider.url}/picture`) {
  const visitor = visit(server);
  provider.said = { ...truth(), profile: { given_name: 'Alex', picture }, ...said };
  const begun = new URL((await visitor.get('/api/login')).location ?? '');
  provider.nonce = begun.searchParams.get('nonce') ?? '';
  const state = begun.searchParams.get('state') ?? '';
  const { location } = await visitor.get(`/api/auth/callback?code=x&state=${state}`);
  expect(location).toBe('/');
  return visitor;
}

/** Waits until the pictures of all who have signed in so far were fetched, or were not. */
const fetched = () => server.services.background.run('pictures', () => Promise.resolve());

async function signInWith(said: Partial<Said>, picture?: string | null): Promise<Visitor> {
  const visitor = await signIn(said, picture);
  await fetched();
  return visitor;
}

/** The address of one's own picture, as the API has it. */
const ownPicture = async (visitor: Visitor) => {
  const { profileImageUrl } = (await visitor.get('/api/auth/user')).json() as {
    profileImageUrl: string | null;
  };
  return profileImageUrl;
};

const kept = () => server.services.db.select().from(profileImages).all();

describe('The picture that the provider has of a person', () => {
  test.each<[string, Buffer]>([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', GIF],
    ['image/webp', WEBP],
  ])('is sent by ourselves, as what its bytes say: %s', async (type, bytes) => {
    const visitor = await signInWith({ picture: sends(bytes, 'text/html') });
    const address = (await ownPicture(visitor)) ?? '';
    expect(address).toMatch(/^\/profile-images\/\d+\?v=[\w-]{12}$/);
    const { status, headers } = await visitor.get(address);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(kept()).toMatchObject([{ type, bytes }]);
  });

  test('stands in the sidebar, in User Profile and in User Management', async () => {
    const visitor = await signInWith({ picture: sends(PNG) });
    const address = await ownPicture(visitor);
    const [dashboard, settings] = [await visitor.get('/dashboard'), await visitor.get('/settings')];
    const shown = (html: string) =>
      startTags(html, 'img').filter(({ src, alt }) => src === address && alt === '').length;
    expect([shown(dashboard.text), shown(settings.text)]).toEqual([1, 3]);
    const listed = (await visitor.get('/api/users')).json();
    expect(listed).toMatchObject([{ profileImageUrl: address }]);
  });

  test('is for people who are signed in', async () => {
    const visitor = await signInWith({ picture: sends(PNG) });
    const address = (await ownPicture(visitor)) ?? '';
    const answer = await visit(server).get(address);
    expect([answer.status, answer.json()]).toEqual([401, { message: 'Unauthorized' }]);
    for (const path of ['/profile-images/999', '/profile-images/x']) {
      expect((await visitor.get(path)).status).toBe(404);
    }
    expect((await visitor.post(address)).status).toBe(405);
  });

  test('is fetched at each sign-in, and gets another address when it is another one', async () => {
    const first = await ownPicture(await signInWith({ picture: sends(PNG) }));
    expect(await ownPicture(await signInWith({ picture: sends(PNG) }))).toBe(first);
    expect(await ownPicture(await signInWith({ picture: sends(GIF) }))).not.toBe(first);
    expect(kept()).toHaveLength(1);
    expect(await ownPicture(await signInWith({}, null))).toBeNull();
    expect(kept()).toEqual([]);
  });

  test('stays as it was while the provider does not give it', async () => {
    const address = await ownPicture(await signInWith({ picture: sends(PNG) }));
    expect(await ownPicture(await signInWith({ picture: sends(SVG) }))).toBe(address);
  });

  test('is no work of anybody’s in the history but the person’s', async () => {
    await signInWith({ picture: sends(PNG) });
    const entries = server.services.db.select().from(historyEntries).all();
    expect(entries.at(-1)).toMatchObject({ kind: 'user', by: 'Alex' });
  });
});

describe('Without a picture, and with the first letter, is who has', () => {
  test.each<[string, Said['picture']]>([
    ['an SVG, which can hold scripts', sends(SVG, 'image/svg+xml')],
    ['a page that says it is a picture', sends(Buffer.from('<!doctype html>'), 'image/png')],
    ['nothing', sends(Buffer.alloc(0))],
    ['one byte more than is kept', sends(Buffer.concat([PNG], LARGEST + 1))],
    ['none any more', (response) => response.writeHead(404).end(PNG)],
    [
      'one that breaks off',
      (response) => response.writeHead(200).write(PNG, () => response.destroy()),
    ],
  ])('%s', async (_, picture) => {
    const visitor = await signInWith({ picture });
    expect(provider.requests).toContain('GET /picture');
    expect(await ownPicture(visitor)).toBeNull();
    expect((await visitor.get('/dashboard')).text).toMatch(/class="avatar"[^>]*>A</);
    expect(kept()).toEqual([]);
    expect(server.logLines().at(-1)).not.toMatchObject({ level: 50 });
  });

  test('one without an end, which is not read to it', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const picture: Said['picture'] = (response) => {
      closed = once(response, 'close');
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(16_384), more);
      };
      response.writeHead(200).write(PNG, more);
    };
    await signInWith({ picture });
    await closed;
    expect(kept()).toEqual([]);
  });

  test('one on another host, which is not asked', async () => {
    await signInWith({}, `${other.url}/picture`);
    expect(other.requests).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test('one from which the provider leads elsewhere, which is not asked', async () => {
    await signInWith({ redirect: { path: '/picture', to: `${other.url}/picture` } });
    expect(provider.requests).toContain('GET /picture');
    expect(other.requests).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'x',
  ])('one at %s, which is no address to fetch', async (address) => {
    await signInWith({}, address);
    expect(kept()).toEqual([]);
  });
});

test('a picture that does not come holds up nobody’s sign-in', async () => {
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const picture: Said['picture'] = (response) => {
    resolve(() => response.writeHead(404).end());
  };
  const visitor = await signIn({ picture });
  expect((await visitor.get('/api/auth/user')).status).toBe(200);
  (await promise)();
  await fetched();
});

test('a picture belongs to what is exported of a person, and goes with them', async () => {
  await signInWith({ picture: sends(PNG), sub: 'robin-1', email: 'robin@example.com' });
  const { printed } = await runCommand(server, exportPersonCommand, 'robin@example.com');
  expect(JSON.parse(printed.join(''))).toMatchObject({
    profileImages: [{ type: 'image/png', bytes: PNG.toString('base64') }],
  });
  await runCommand(server, removePersonCommand, 'robin@example.com');
  expect(kept()).toEqual([]);
});

test('the stand-in provider gives pictures as a real one does', async () => {
  const both = await startWithProvider([person('alex', { picture: PNG })], {});
  try {
    const visitor = visit(both.server);
    await signInAs(both, visitor, 'alex');
    await both.server.services.background.run('pictures', () => Promise.resolve());
    const address = (await ownPicture(visitor)) ?? '';
    expect((await visitor.get(address)).headers.get('Content-Type')).toBe('image/png');
  } finally {
    await both.server.stop();
    await both.provider.close();
  }
});
