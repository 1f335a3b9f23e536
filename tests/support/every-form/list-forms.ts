import { createWebhook } from '#app/webhooks/webhooks.server.ts';
import { randomUUID } from 'node:crypto';
import { form, type FormCase } from './form-case.ts';
import type { World } from './world.ts';

const addType = async (world: World, name: string) => {
  await world.api('POST', '/api/work-types', { name });
  return world.last('work_types');
};

const addRule = async (world: World, words: string) => {
  await world.api('POST', '/api/rules', { words, duration: 30 });
  return world.last('rules');
};

const addWebhook = (world: World, name: string) =>
  createWebhook(world.server.services, {
    ...{ name, url: 'https://hooks.example.com/', events: ['work.forgotten'] },
    ...{ body: 'standard', contentType: 'application/json', template: null },
    ...{ authorization: null, forgetAuthorization: null },
  }).id;

const addJob = async (world: World, name: string) => {
  await world.api('POST', '/api/jobs', { clientId: world.clientId, name });
  return world.last('jobs');
};

/** An email of its own, approved; gives its id. */
const addEmail = async (world: World, email: string) => {
  await world.api('POST', '/api/approved-emails', { email });
  return world.last('approved_emails');
};

/** The forms of clients, work types, rules, people and what waits to be reviewed. */
export const LIST_FORMS: FormCase[] = [
  form('/clients/new', (_world, n) => ({ page: '/clients/new', typed: { name: `Client ${n}` } })),
  form('/clients/:id/edit', (world, n) => ({
    page: `/clients/${world.addClient(`Edited ${n}`)}/edit`,
    typed: { contactPerson: `Person ${n}`, standardRate: '70' },
  })),
  form('/clients/:id/deactivate', (world, n) => ({
    page: `/clients/${world.addClient(`Left ${n}`)}/deactivate`,
  })),
  form('/clients/:id/reactivate', async (world, n) => {
    const id = world.addClient(`Back ${n}`);
    await world.api('DELETE', `/api/clients/${id}`);
    return { page: '/clients', to: `/clients/${id}/reactivate` };
  }),
  form(
    '/clients/from-xero',
    async (world, n) => {
      if (n === 1) await world.connectXero();
      const contact = { name: `Contact ${n}`, contactId: randomUUID() };
      const [organisation] = world.xero.state().organisations;
      const [like] = organisation?.contacts ?? [];
      if (like) organisation?.contacts.push({ ...like, ...contact, email: '', contactNumber: '' });
      return { page: '/clients/from-xero?q=Contact', typed: { ids: [contact.contactId] } };
    },
    { isToldOtherwise: 'After Back the page is a new one, and the contact is a client by then.' },
  ),
  form('/clients/:id/contact', async (world, n) => {
    if (n === 1) await world.connectXero();
    return {
      page: `/clients/${world.addClient(`In Xero ${n}`)}/contact`,
      press: ['choice', 'create'],
    };
  }),
  form('/clients/:id/jobs/new', (world, n) => ({
    page: `/clients/${world.clientId}/jobs/new`,
    typed: { name: `Job ${n}`, budgetHours: '7.5' },
  })),
  form('/clients/jobs/:id/edit', async (world, n) => ({
    page: `/clients/jobs/${await addJob(world, `Before ${n}`)}/edit`,
    typed: { name: `After ${n}`, hourlyRate: '80' },
  })),
  form('/clients/jobs/:id/delete', async (world, n) => ({
    page: `/clients/jobs/${await addJob(world, `Deleted ${n}`)}/delete`,
  })),

  form('/settings/work-types/new', (_world, n) => ({
    page: '/settings/work-types/new',
    typed: { name: `Type ${n}`, hourlyRate: '75' },
  })),
  form('/settings/work-types/:id/edit', async (world, n) => ({
    page: `/settings/work-types/${await addType(world, `Before ${n}`)}/edit`,
    typed: { name: `After ${n}` },
  })),
  form('/settings/work-types/:id/delete', async (world, n) => ({
    page: `/settings/work-types/${await addType(world, `Deleted ${n}`)}/delete`,
  })),
  form('/settings/work-types/:id/restore', async (world, n) => {
    const id = await addType(world, `Restored ${n}`);
    // Only what a log names can be brought back.
    const { clientId } = world;
    await world.api('POST', '/api/work-logs', { clientId, workTypeId: id, duration: 60 });
    await world.api('DELETE', `/api/work-types/${id}`);
    return { page: '/settings', to: `/settings/work-types/${id}/restore` };
  }),

  form('/settings/rules/new', (_world, n) => ({
    page: '/settings/rules/new',
    typed: { words: `router ${n}`, duration: '0.5' },
  })),
  form('/settings/rules/:id/edit', async (world, n) => ({
    page: `/settings/rules/${await addRule(world, `before ${n}`)}/edit`,
    typed: { words: `after ${n}` },
  })),
  form('/settings/rules/:id/delete', async (world, n) => ({
    page: `/settings/rules/${await addRule(world, `deleted ${n}`)}/delete`,
  })),
  form('/settings/rules/:id/move', async (world, n) => {
    const [first, id] = [await addRule(world, `first ${n}`), await addRule(world, `moved ${n}`)];
    const places = first === 1 ? '1' : String(2 * n - 1);
    return { page: '/settings/rules', to: `/settings/rules/${id}/move`, press: ['place', places] };
  }),

  form('/settings/webhooks/new', (_world, n) => ({
    page: '/settings/webhooks/new',
    typed: {
      ...{ name: `Phone ${n}`, url: 'https://hooks.example.com/', body: 'standard' },
      events: ['work.forgotten'],
    },
  })),
  form('/settings/webhooks/:id/edit', (world, n) => ({
    page: `/settings/webhooks/${addWebhook(world, `before ${n}`)}/edit`,
    typed: { name: `after ${n}` },
  })),
  form(
    '/settings/webhooks/:id/key',
    (world, n) => ({
      page: `/settings/webhooks/${addWebhook(world, `key ${n}`)}/key`,
    }),
    { mayRunAgain: 'Each press makes another key.' },
  ),
  form('/settings/webhooks/:id/delete', (world, n) => ({
    page: `/settings/webhooks/${addWebhook(world, `deleted ${n}`)}/delete`,
  })),
  form('/settings/webhooks/:id/press', (world, n) => {
    const id = addWebhook(world, `pressed ${n}`);
    return {
      page: `/settings/webhooks/${id}`,
      to: `/settings/webhooks/${id}/press`,
      press: ['press', 'pause'],
    };
  }),

  form('/settings/approved-emails/new', (_world, n) => ({
    page: '/settings/approved-emails/new',
    typed: { email: `new-${n}@example.com` },
  })),
  form('/settings/approved-emails/:id/remove', async (world, n) => ({
    page: `/settings/approved-emails/${await addEmail(world, `removed-${n}@example.com`)}/remove`,
  })),
  form('/settings/users/:id/delete', async (world, n) => {
    const email = `deleted-${n}@example.com`;
    await addEmail(world, email);
    await world.server.signIn(email);
    return { page: `/settings/users/${world.last('users')}/delete` };
  }),
];

const REVIEW = '/pending-work-logs/review';

const pressRow = (action: string): FormCase =>
  form(
    REVIEW,
    (world, n) => ({
      page: '/pending-work-logs',
      to: REVIEW,
      press: ['do', `${world.addTask(`To ${action} ${n}`)}:${action}`],
    }),
    { what: action },
  );

/** The forms of Todoist Import. */
export const REVIEW_FORMS: FormCase[] = [
  form(
    '/pending-work-logs/sync',
    async (world, n) => {
      if (n === 1) await world.connectTodoist();
      const day = `2026-11-${String(n).padStart(2, '0')}`;
      return { page: '/pending-work-logs/sync', typed: { startDate: day, endDate: day } };
    },
    {
      mayRunAgain: 'Todoist is read again, which brings nothing twice.',
      isToldOtherwise: 'The second reading finds nothing new, and says so.',
    },
  ),
  pressRow('confirm'),
  pressRow('archive'),
  pressRow('reject'),
  form(
    REVIEW,
    (world, n) => {
      const id = world.addTask(`Timed ${n}`);
      return {
        page: '/pending-work-logs',
        to: REVIEW,
        typed: { [`${id}:duration`]: '1h 15m' },
        press: ['do', `${id}:save`],
      };
    },
    { what: 'save' },
  ),
  form(
    REVIEW,
    (world, n) => {
      // In the order of the page.
      const ids = [world.addTask(`One of two ${n}`), world.addTask(`Other of two ${n}`)].reverse();
      return {
        page: '/pending-work-logs',
        to: REVIEW,
        typed: { ids: ids.map(String) },
        press: ['do', 'confirm'],
      };
    },
    { what: 'confirm what is selected' },
  ),
  form(
    REVIEW,
    async (world, n) => {
      if (n === 1) await world.connectAi();
      return {
        page: '/pending-work-logs',
        to: REVIEW,
        typed: { ids: [String(world.addTask(`To be rewritten ${n}`))] },
        press: ['do', 'rewrite'],
      };
    },
    { what: 'rewrite what is selected', changes: false },
  ),
  form('/pending-work-logs/:id/edit', (world, n) => ({
    page: `/pending-work-logs/${world.addTask(`Edited ${n}`)}/edit`,
    typed: { taskName: `Renamed ${n}`, duration: '2' },
  })),
  form(
    '/pending-work-logs/:id/edit',
    (world, n) => ({
      page: `/pending-work-logs/${world.addTask(`Of another ${n}`)}/edit`,
      typed: { clientId: String(world.addDearClient(`Dear ${n}`)) },
    }),
    { what: 'for a client with another rate' },
  ),
  form(
    '/pending-work-logs/:id/edit',
    (world, n) => ({
      page: `/pending-work-logs/${world.addTask(`Confirmed ${n}`)}/edit`,
      typed: { taskName: `Logged ${n}` },
      press: ['then', 'confirm'],
    }),
    { what: 'and confirm' },
  ),
  form('/pending-work-logs/:id/put-back', async (world, n) => {
    const id = world.addTask(`Put back ${n}`);
    await world.api('POST', `/api/pending-worklogs/${id}/archive`);
    return { page: `/archived-work-logs/${id}`, to: `/pending-work-logs/${id}/put-back` };
  }),
  form('/pending-work-logs/:id/bring-back', async (world, n) => {
    const client = world.addClient(`Away ${n}`);
    await world.api('DELETE', `/api/clients/${client}`);
    const id = world.addTask(`Of a client who is away ${n}`);
    world.server.services.db.$client
      .prepare('update pending_work_logs set inactive_client_id = ?, client_id = null where id = ?')
      .run(client, id);
    return { page: `/pending-work-logs/${id}/bring-back` };
  }),
  form(
    '/pending-work-logs/undo/:id',
    async (world, n) => {
      await world.post(REVIEW, { do: `${world.addTask(`Undone ${n}`)}:archive` });
      return {
        page: '/pending-work-logs',
        to: `/pending-work-logs/undo/${world.last('review_undos')}`,
      };
    },
    { isShownOnce: true },
  ),
];
