import type { Page, Route } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { timers, workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import {
  arrivedAt,
  eventually,
  gone,
  shown,
  stopClock,
  toastOf,
  toastShown,
} from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What is pressed, or typed, while the answer to another press is on its way. */

const server = useServer();
const browser = useBrowser();
const logs = () => server().services.db.select().from(workLogs).all();

beforeEach(() => {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
});

/** What a slow line keeps back of a form that is sent. */
const HELD_UP: Record<string, (route: Route, letGo: Promise<undefined>) => Promise<void>> = {
  'the form': async (route, letGo) => {
    await letGo;
    await route.continue();
  },
  'the answer': async (route, letGo) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await letGo;
    await route.fulfill({ response });
  },
};

/** Opens a page on a line that keeps forms, or their answers, back until it is let go. */
async function openHeldUp(path: string, what = 'the form') {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto(server().url + path);
  await hydrated(page);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      if (route.request().method() === 'GET') await route.continue();
      // The page may have given it up.
      else await HELD_UP[what]?.(route, promise).catch(() => undefined);
    },
  );
  return {
    ...visitor,
    letGo: () => {
      resolve(undefined);
    },
  };
}

const stateOf = (page: Page) =>
  eventually(() => page.evaluate(() => window.__remixRouter.state.navigation.state));

/** A Thursday. */
const NOW = new Date('2026-11-26T14:05:00Z');

function addTwoLogs(day = '2026-11-25'): void {
  const [clientId, workTypeId] = [
    addClient(server(), 'Quay Books'),
    addWorkType(server(), 'Visit'),
  ];
  for (const description of ['One', 'Other']) {
    addLog(server(), { clientId, workTypeId, day, description });
  }
}

/** Presses the first two buttons of a kind, one after the other. */
async function pressBoth(page: Page, name: RegExp): Promise<void> {
  for (const at of [0, 1]) {
    await page.getByRole('button', { name }).nth(at).click();
    await stateOf(page).toBe('submitting');
  }
}

const start = (page: Page) => page.getByRole('button', { name: 'Start timer' }).click();

async function openClients(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await arrivedAt(page, '/clients');
  await stateOf(page).toBe('idle');
}

/** Waits until the timer runs, and the page has read that. */
async function started(page: Page): Promise<void> {
  await shown(page.getByRole('button', { name: 'Stop timer' }));
  await stateOf(page).toBe('idle');
}

describe('While an answer is on its way,', () => {
  test.for(Object.keys(HELD_UP))(
    'the timer is started: the line is logged once, and its field empty, where %s is late',
    async (what) => {
      const { page, letGo } = await openHeldUp('/dashboard', what);
      const field = page.getByLabel('Log in one line');
      await field.fill('1h harbour support one');
      await field.press('Enter');
      await stateOf(page).toBe('submitting');
      await start(page);
      letGo();
      await started(page);
      await eventually(() => field.inputValue()).toBe('');
      expect(logs()).toHaveLength(1);
    },
  );

  test('the timer is started: a line that is refused stays in its field', async () => {
    const { page, takeProblem, letGo } = await openHeldUp('/dashboard');
    const field = page.getByLabel('Log in one line');
    await field.fill('1h nobody knows whom');
    await field.press('Enter');
    await stateOf(page).toBe('submitting');
    await start(page);
    letGo();
    await takeProblem('400');
    await started(page);
    expect(await field.inputValue()).toBe('1h nobody knows whom');
    expect(logs()).toEqual([]);
  });

  test.for(Object.keys(HELD_UP))(
    'the timer is started: the quick entry is logged once and empty, where %s is late',
    async (what) => {
      const { page, letGo } = await openHeldUp('/dashboard', what);
      const minutes = page.getByLabel('Minutes', { exact: true });
      await page.getByLabel('Client').first().selectOption({ index: 1 });
      await page.getByLabel('Work Type').selectOption({ index: 1 });
      await minutes.fill('45');
      await page.getByRole('button', { name: 'Log Work' }).click();
      await stateOf(page).toBe('submitting');
      await start(page);
      letGo();
      await started(page);
      expect(await minutes.inputValue()).toBe('');
      expect(logs()).toHaveLength(1);
    },
  );

  test('the quick entry is typed on: what was typed since stands in the next one', async () => {
    const { page, letGo } = await openHeldUp('/dashboard', 'the answer');
    const minutes = page.getByLabel('Minutes', { exact: true });
    const description = page.getByLabel('Description', { exact: true });
    await page.getByLabel('Client').first().selectOption({ index: 1 });
    await page.getByLabel('Work Type').selectOption({ index: 1 });
    await minutes.fill('45');
    await description.fill('Set up the printer');
    await page.getByRole('button', { name: 'Log Work' }).click();
    await eventually(() => logs().length).toBe(1);
    await description.fill('Called the supplier');
    letGo();
    await eventually(() => minutes.inputValue()).toBe('');
    await eventually(() => description.inputValue()).toBe('Called the supplier');
  });

  test('a second and a third task are archived: all of them are, and in this order', async () => {
    const names = ['One', 'Two', 'Three'];
    const ids = names.map((taskName) => addPendingLog(server(), { taskName, duration: 60 }));
    const { page, letGo } = await openHeldUp('/pending-work-logs');
    const sent: (string | null)[] = [];
    page.on('response', (answer) => {
      const request = answer.request();
      if (request.method() !== 'POST') return;
      sent.push(new URLSearchParams(request.postData() ?? '').get('do'));
    });
    for (const name of names) {
      await page.getByRole('button', { name: `Archive ${name}` }).click();
      await stateOf(page).toBe('submitting');
    }
    letGo();
    await stateOf(page).toBe('idle');
    expect(ids.map((id) => pendingRow(server(), id).status)).toEqual(names.map(() => 'archived'));
    await eventually(() => sent).toEqual(ids.map((id) => `${id}:archive`));
  });

  test.for(['/work-logs', '/week?of=2026-11-25'])(
    'the work of a second log is repeated, too: both are logged, on %s',
    async (path) => {
      server().setClock(NOW);
      addTwoLogs();
      const { page, letGo } = await openHeldUp(path);
      await pressBoth(page, /^Repeat/);
      letGo();
      await stateOf(page).toBe('idle');
      const described = logs().map(({ description }) => description);
      expect(described.sort()).toEqual(['One', 'One', 'Other', 'Other']);
    },
  );

  test('a timer is started for other work: the timer of that runs, and both presses were taken', async () => {
    const workTypeId = addWorkType(server(), 'Visit');
    const clientIds = ['Quay Books', 'Thorn'].map((name) => addClient(server(), name));
    for (const clientId of [...clientIds, ...clientIds]) {
      addLog(server(), { clientId, workTypeId });
    }
    const { page, letGo } = await openHeldUp('/dashboard');
    for (const name of ['Quay Books', 'Thorn']) {
      const start = page.getByRole('button', { name: new RegExp(`^Start timer for .* ${name}`) });
      await start.click();
      await stateOf(page).toBe('submitting');
    }
    letGo();
    await shown(
      toastOf(page).getByText(/^Timer started for Thorn\. The previous timer ran for under/),
    );
    await started(page);
    expect(server().services.db.select().from(timers).all()).toMatchObject([
      { clientId: clientIds[1], stoppedAt: null },
    ]);
  });

  test.for(Object.keys(HELD_UP))(
    'a log is changed once more, and saved: all of it is, where %s is late',
    async (what) => {
      addTwoLogs();
      const { page, letGo } = await openHeldUp('/work-logs/1/edit', what);
      const dialog = page.getByRole('dialog', { name: 'Edit Log' });
      const update = dialog.getByRole('button', { name: 'Update' });
      await dialog.getByLabel('Rate', { exact: true }).selectOption('Other…');
      await dialog.getByLabel('Hourly Rate (£)').fill('70');
      await dialog.getByLabel('Description').fill('Mended the gate');
      await update.click();
      await stateOf(page).toBe('submitting');
      await dialog.getByLabel('Description').fill('Mended the gate and the fence');
      await dialog.getByLabel('Duration (hours)').fill('2');
      await update.click();
      letGo();
      await gone(dialog);
      await arrivedAt(page, '/work-logs');
      expect(logs()).toMatchObject([
        { description: 'Mended the gate and the fence', duration: 120, hourlyRatePence: 7_000 },
        { description: 'Other' },
      ]);
    },
  );

  test('a client is changed once more, and saved: all of it is', async () => {
    const { page, letGo } = await openHeldUp('/clients/1/edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Client' });
    for (const name of ['Harbour Dentists', 'Harbour Dentists Ltd']) {
      await dialog.getByLabel('Name', { exact: false }).first().fill(name);
      await dialog.getByRole('button', { name: 'Update Client' }).click();
      await stateOf(page).toBe('submitting');
    }
    letGo();
    await gone(dialog);
    await arrivedAt(page, '/clients');
    await shown(page.getByRole('link', { name: 'Harbour Dentists Ltd', exact: true }));
  });

  test('other tasks are selected, and archived by the same button: all of them are', async () => {
    const names = ['One', 'Two', 'Three'];
    const ids = names.map((taskName) => addPendingLog(server(), { taskName }));
    const { page, letGo } = await openHeldUp('/pending-work-logs');
    for (const name of names) {
      await page.getByLabel(`Select ${name}`, { exact: true }).check();
      await page.getByRole('button', { name: 'Archive Selected' }).click();
      await stateOf(page).toBe('submitting');
    }
    letGo();
    await stateOf(page).toBe('idle');
    expect(ids.map((id) => pendingRow(server(), id).status)).toEqual(names.map(() => 'archived'));
  });

  test.for(Object.keys(HELD_UP))(
    'what was set for a task is set anew, twice: the last one counts, where %s is late',
    async (what) => {
      addClient(server(), 'Quay Books');
      const id = addPendingLog(server(), { taskName: 'One' });
      const { page, letGo } = await openHeldUp('/pending-work-logs', what);
      for (const [name, texts] of [
        ['Duration of One', ['30m', '45m', '50m']],
        ['Client of One', ['Harbour Dental', 'Quay Books']],
      ] as const) {
        for (const text of texts) {
          await page.getByLabel(name).fill(text);
          await page.getByLabel(name).press('Enter');
          await stateOf(page).toBe('submitting');
        }
      }
      letGo();
      await stateOf(page).toBe('idle');
      await eventually(() => page.getByLabel('Duration of One').inputValue()).toBe('0h 50m');
      await eventually(() => page.getByLabel('Client of One').inputValue()).toBe('Quay Books');
      expect(pendingRow(server(), id)).toMatchObject({ duration: 50, clientId: 2 });
    },
  );

  test('the next line is sent: it is kept on the device until it is answered itself', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto(`${server().url}/dashboard`);
    await hydrated(page);
    const first = Promise.withResolvers<undefined>();
    let posts = 0;
    await page.route(
      (url) => url.searchParams.has('_data'),
      async (route) => {
        if (route.request().method() === 'POST') {
          posts += 1;
          await first.promise;
          // The second one gets nowhere.
          if (posts > 1) return;
        }
        await route.continue();
      },
    );
    const field = page.getByLabel('Log in one line');
    for (const name of ['one', 'two']) {
      await field.fill(`1h harbour support ${name}`);
      await field.press('Enter');
      await stateOf(page).toBe('submitting');
    }
    first.resolve(undefined);
    await eventually(() => posts).toBe(2);
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await eventually(() => field.inputValue()).toBe('1h harbour support two');
    expect(logs().map(({ description }) => description)).toEqual(['one']);
  });

  test('a second log is moved in Week: both are', async () => {
    server().setClock(NOW);
    addTwoLogs();
    const { page, letGo } = await openHeldUp('/week?of=2026-11-25');
    await pressBoth(page, /^Move to the day before/);
    letGo();
    await stateOf(page).toBe('idle');
    expect(logs().map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-24']);
  });

  test('a second thing that was forgotten is left as it is: both are', async () => {
    server().setClock(NOW);
    addTwoLogs('2026-08-03');
    const { page, letGo } = await openHeldUp('/forgotten');
    await pressBoth(page, /^Leave it/);
    letGo();
    await stateOf(page).toBe('idle');
    await shown(page.getByText('Left as is (2)'));
  });

  test('other tasks are archived: what is refused meanwhile is said, and stays as it was typed', async () => {
    const [one = 0, ...others] = ['One', 'Two', 'Three'].map((taskName) =>
      addPendingLog(server(), { taskName }),
    );
    const { page, takeProblem, letGo } = await openHeldUp('/pending-work-logs');
    const duration = page
      .getByRole('row')
      .filter({ hasText: 'One' })
      .getByLabel(/^Duration/);
    letGo();
    for (const [typed, name] of [
      ['2x', 'Two'],
      ['3x', 'Three'],
    ] as const) {
      await duration.fill(typed);
      // The field is left: what was typed in it is sent, and overtaken at once.
      await page.getByRole('button', { name: `Archive ${name}` }).click();
      await shown(
        toastOf(page).getByText(/^Failed to update .* or 90m\. .* archived successfully$/),
      );
      await takeProblem('400');
      expect(await duration.inputValue()).toBe(typed);
      await shown(page.getByRole('button', { name: 'Save One' }));
      await page.getByText('Dismiss').click();
    }
    expect(pendingRow(server(), one).duration).toBeNull();
    expect(others.map((id) => pendingRow(server(), id).status)).toEqual(['archived', 'archived']);
  });

  test.for(Object.keys(HELD_UP))(
    'another page is opened: the line is logged once and not offered again, where %s is late',
    async (what) => {
      const { page, letGo } = await openHeldUp('/dashboard', what);
      await page.getByLabel('Log in one line').fill('1h harbour support one');
      await page.getByLabel('Log in one line').press('Enter');
      await stateOf(page).toBe('submitting');
      await openClients(page);
      await gone(page.getByText('Draft kept.'));
      letGo();
      await shown(toastOf(page));
      expect(logs()).toHaveLength(1);
      await page.getByRole('link', { name: 'Work Logs', exact: true }).click();
      await arrivedAt(page, '/work-logs');
      await stateOf(page).toBe('idle');
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
      expect(logs()).toHaveLength(1);
    },
  );

  test('another page is opened: a line that is refused is offered there', async () => {
    const { page, takeProblem, letGo } = await openHeldUp('/dashboard');
    await page.getByLabel('Log in one line').fill('1h nobody knows whom');
    await page.getByLabel('Log in one line').press('Enter');
    await stateOf(page).toBe('submitting');
    await openClients(page);
    letGo();
    await toastShown(page, 'Draft kept.');
    await takeProblem('400');
    expect(logs()).toEqual([]);
  });

  test('another page is opened: a task is archived, and the page says so', async () => {
    const id = addPendingLog(server(), { taskName: 'One', duration: 60 });
    const { page, letGo } = await openHeldUp('/pending-work-logs');
    await page.getByRole('button', { name: 'Archive One' }).click();
    await stateOf(page).toBe('submitting');
    await openClients(page);
    letGo();
    await shown(toastOf(page).getByText(/archived/));
    expect(pendingRow(server(), id).status).toBe('archived');
  });

  test('which does not come, the timer is started all the same after ten seconds', async () => {
    const { page } = await openHeldUp('/dashboard');
    await stopClock(page);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1;
    });
    await page.getByLabel('Log in one line').fill('1h harbour support one');
    await page.getByLabel('Log in one line').press('Enter');
    await eventually(() => posts).toBe(1);
    await start(page);
    await stateOf(page).toBe('submitting');
    await page.clock.runFor(9_000);
    expect(posts).toBe(1);
    await page.clock.runFor(2_000);
    await eventually(() => posts).toBe(2);
  });
});
