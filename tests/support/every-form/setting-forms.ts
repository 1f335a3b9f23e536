import { eq } from 'drizzle-orm';
import { passkeys, users, xeroOrganisations } from '#db/schema.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { programOf } from '../data/tokens.ts';
import { TEST_EMAIL } from '../server/test-server.ts';
import { OPENAI_KEY } from '../server/use-openai.ts';
import { QUAY } from '../server/use-xero.ts';
import { HARBOUR } from '../server/xero.ts';
import { form, type FormCase } from './form-case.ts';

const every = <Value>(values: readonly [Value, Value], n: number) => values[n % 2 === 0 ? 1 : 0];

const SEALED_ANEW = 'A secret is sealed anew by each save, which the trail counts.';
const READ_AGAIN = 'Todoist is read again, which brings nothing twice.';

/** The forms of Settings, and those by which one comes and goes. */
export const SETTING_FORMS: FormCase[] = [
  form(
    '/settings/todoist/token',
    (world) => ({
      page: '/settings/todoist/token',
      typed: { apiToken: world.todoist.token },
    }),
    { mayRunAgain: SEALED_ANEW },
  ),
  form('/settings/todoist/remove', async (world) => {
    await world.connectTodoist();
    return { page: '/settings/todoist/remove' };
  }),
  form(
    '/settings/todoist/sync',
    async (world, n) => {
      if (n === 1) await world.connectTodoist();
      return { page: '/settings', to: '/settings/todoist/sync' };
    },
    { changes: null, mayRunAgain: READ_AGAIN },
  ),
  form('/settings/todoist/schedule', async (world, n) => {
    if (n === 1) await world.connectTodoist();
    return {
      page: '/settings/todoist/schedule',
      typed: { schedule: every(['daily', 'off'], n) },
    };
  }),
  form(
    '/settings/ai/save',
    (_world, n) => ({
      page: '/settings/ai/save',
      typed: { openaiApiKey: OPENAI_KEY, aiInvoiceSummaryPrompt: `Tidy it up, ${n}` },
    }),
    { mayRunAgain: SEALED_ANEW },
  ),
  form('/settings/ai/remove', async (world) => {
    await world.connectAi();
    return { page: '/settings/ai/remove' };
  }),
  form('/settings/week-target', (_world, n) => ({
    page: '/settings/week-target',
    typed: { target: `${n}.5` },
  })),
  form('/settings/xero/template', async (world, n) => {
    if (n === 1) await world.connectXero();
    return { page: '/settings/xero/template', typed: { template: `{description} ${n}` } };
  }),
  form('/settings/xero/organisation', async (world, n) => {
    if (n === 1) {
      await world.connectXero();
      await world.post('/settings/xero/refresh');
    }
    const { tenantId } = every([QUAY, HARBOUR], n);
    return {
      page: '/settings',
      to: '/settings/xero/organisation',
      having: ['tenantId', tenantId ?? ''],
    };
  }),
  form('/settings/xero/choices', async (world, n) => {
    if (n === 1) {
      await world.connectXero();
      await world.post('/settings/xero/refresh');
    }
    return {
      page: '/settings',
      to: '/settings/xero/choices',
      typed: { timeTaxCode: every(['ZERORATEDOUTPUT', 'OUTPUT2'], n) },
    };
  }),
  form('/settings/xero/vat', async (world, n) => {
    if (n === 1) {
      await world.connectXero();
      await world.post('/settings/xero/refresh');
    }
    world.server.services.db.update(xeroOrganisations).set({ vatChanges: '[]' }).run();
    return {
      page: '/settings/xero/vat',
      typed: { from: `2026-04-${10 + n}`, oldRate: 'RROUTPUT', newRate: 'OUTPUT2' },
    };
  }),
  form(
    '/settings/xero/refresh',
    async (world, n) => {
      if (n === 1) await world.connectXero();
      return { page: '/settings', to: '/settings/xero/refresh' };
    },
    { changes: null },
  ),
  form('/settings/xero/disconnect', async (world) => {
    await world.connectXero();
    return { page: '/settings/xero/disconnect' };
  }),
  form('/settings/calendar', () => ({ page: '/settings/calendar' }), {
    changes: false,
    isToldOtherwise: 'The page shows the address.',
  }),
  form(
    '/settings/calendar/end',
    async (world) => {
      await world.post('/settings/calendar');
      return { page: '/settings/calendar', to: '/settings/calendar/end' };
    },
    { changes: false },
  ),
  form(
    '/settings/backups',
    (world) => {
      world.pass(1);
      return { page: '/settings/data', to: '/settings/backups' };
    },
    { changes: false },
  ),
  form('/settings/key/begin', () => ({ page: '/settings/key/begin' }), { changes: false }),
  form('/settings/lite', () => ({ page: '/settings/account', to: '/settings/lite' }), {
    changes: false,
    isToldOtherwise: 'In Lite it is turned off.',
  }),
  form('/settings/account', () => ({ page: '/settings/account', press: ['theme', 'dark'] }), {
    changes: false,
  }),
  form(
    '/settings/sessions/:name/end',
    async (world) => {
      await world.server.signIn();
      const { text } = await world.visitor.get('/settings/account');
      const [, to = ''] = /action="(\/settings\/sessions\/[\w-]+\/end)"/.exec(text) ?? [];
      return { page: '/settings/account', to };
    },
    { changes: false },
  ),
  form(
    '/settings/passkeys/:id/remove',
    ({ server }, n) => {
      const { db, clock } = server.services;
      const userId = db.select().from(users).where(eq(users.email, TEST_EMAIL)).get()?.id ?? 0;
      const { id } = db
        .insert(passkeys)
        .values({
          userId,
          userHandle: 'handle',
          credentialId: `credential-${n}`,
          publicKey: 'key',
          counter: 0,
          name: `Phone ${n}`,
          createdAt: clock(),
        })
        .returning()
        .get();
      return { page: `/settings/passkeys/${id}/remove` };
    },
    { changes: null },
  ),
  form(
    '/settings/tokens/new',
    (_, n) => ({
      page: '/settings/tokens/new',
      typed: { name: `Button ${n}`, scopes: ['log'] },
    }),
    { changes: false, isToldOtherwise: 'A token is shown only once.' },
  ),
  form(
    '/settings/tokens/:id/end',
    ({ server }, n) => {
      const { db } = server.services;
      const userId = db.select().from(users).where(eq(users.email, TEST_EMAIL)).get()?.id ?? 0;
      return { page: `/settings/tokens/${programOf(server, userId, { name: `${n}` }).id}/end` };
    },
    { changes: null },
  ),
  form(
    '/settings/sessions/end',
    async (world) => {
      await world.signInAgain();
      return { page: '/settings/sessions/end' };
    },
    { changes: false, isToldOtherwise: 'Who has signed out cannot be told by name.' },
  ),
  form(
    '/api/logout',
    async (world) => {
      await world.signInAgain();
      return { page: '/api/logout' };
    },
    {
      changes: false,
      notInBrowser: 'Who opens the page is signed out at once, and asked nothing.',
    },
  ),
  form(
    '/api/login/link',
    (world) => {
      world.visitor.cookies.clear();
      const { services, url } = world.server;
      const page = createSignInLink(services, TEST_EMAIL).replace(url, '');
      return { page, to: '/api/login/link' };
    },
    {
      changes: false,
      isToldOtherwise: 'A link signs in once; after a lost answer a new one does.',
    },
  ),
];
