import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { approvedEmails, users } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
  WITHOUT_SCRIPTS,
} from '#tests/support/browser/browser.ts';
import type { Mode } from '#tests/support/browser/browser.ts';
import { addUser, approve } from '#tests/support/data/entries.ts';
import { toastOf } from '#tests/support/html.ts';
import { arrivedAt, eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const ROBIN = 'robin+work@example.com';

const server = useServer();
const browser = useBrowser();

const approvedNow = () =>
  server()
    .services.db.select()
    .from(approvedEmails)
    .all()
    .map(({ email }) => email)
    .sort();
const usersNow = () =>
  server()
    .services.db.select()
    .from(users)
    .all()
    .map(({ email }) => email)
    .sort();

/** Opens Settings in a mode; gives the window and the card. */
async function openCard(mode: Mode) {
  const visitor = await browser.openSignedIn(server(), mode);
  await visitor.page.goto('/settings');
  await expectMode(visitor);
  return { ...visitor, card: visitor.page.getByRole('region', { name: 'User Management' }) };
}

/** Waits until the page has loaded, as far as its mode allows. */
async function settled(page: Page, mode: Mode): Promise<void> {
  if (hasScripts(mode)) await hydrated(page);
  else await page.waitForLoadState();
}

describe('Approving an email', () => {
  test.for(BOTH)('puts it on the list and empties the field, with %s', async (mode) => {
    const { page, card } = await openCard(mode);
    const field = card.getByLabel('Email address');
    const add = card.getByRole('button', { name: 'Add' });
    if (hasScripts(mode)) {
      await eventually(() => add.isDisabled()).toBe(true);
      await field.fill('   ');
      expect(await add.isDisabled(), 'with nothing but spaces').toBe(true);
    }
    await field.fill('Robin+Work@Example.com');
    await add.click();
    await toastShown(page, 'Email added to approved list');
    await arrivedAt(page, '/settings');
    await shown(card.getByText(ROBIN, { exact: true }));
    await eventually(() => field.inputValue()).toBe('');
    expect(approvedNow()).toEqual([TEST_EMAIL, ROBIN]);

    // The next email can be added in the same card.
    await settled(page, mode);
    await field.fill('sam@example.com');
    await add.click();
    await shown(card.getByText('sam@example.com', { exact: true }));
    expect(approvedNow()).toEqual([TEST_EMAIL, ROBIN, 'sam@example.com']);
  });

  test.for(BOTH)(
    'that is there already says so beside the field, keeps it, and takes another, with %s',
    async (mode) => {
      approve(server(), ROBIN);
      const { page, card, takeProblem } = await openCard(mode);
      await card.getByLabel('Email address').fill(ROBIN.toUpperCase());
      await card.getByRole('button', { name: 'Add' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Approved Email' });
      const field = dialog.getByLabel('Email address');
      await eventually(() => field.getAttribute('aria-invalid')).toBe('true');
      await takeProblem('status of 409');
      const sentence = `${ROBIN} is on the approved list already.`;
      await toastShown(page, sentence);
      await toastShown(page, 'Error');
      const described = (await field.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(sentence);
      expect(await field.inputValue()).toBe(ROBIN.toUpperCase());
      expect(approvedNow()).toEqual([TEST_EMAIL, ROBIN]);

      await settled(page, mode);
      await field.fill('sam@example.com');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await toastShown(page, 'Email added to approved list');
      await gone(dialog);
      await shown(card.getByText('sam@example.com', { exact: true }));
      expect(await card.getByLabel('Email address').inputValue()).toBe('');
    },
  );

  test.for(WITHOUT_SCRIPTS)(
    'without one can be sent, and is told what is missing, with %s',
    async (mode) => {
      const { page, card, takeProblem } = await openCard(mode);
      await card.getByRole('button', { name: 'Add' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Approved Email' });
      await shown(dialog.getByText('Enter an email address such as name@example.com.'));
      await takeProblem('status of 400');
      await dialog.getByRole('link', { name: 'Cancel' }).click();
      await shown(card);
      expect(approvedNow()).toEqual([TEST_EMAIL]);
    },
  );

  test('keeps what is half typed while a user is deleted', async () => {
    addUser(server(), ROBIN);
    const { page, card } = await openCard('desktop');
    await card.getByLabel('Email address').fill('half@');
    await card.getByRole('link', { name: `Delete ${ROBIN}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete user?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'User deleted successfully');
    expect(await card.getByLabel('Email address').inputValue()).toBe('half@');
    expect(await card.getByRole('button', { name: 'Add' }).isEnabled()).toBe(true);
  });
});

describe('Taking an email off the list', () => {
  test.for(BOTH)('asks first, and then signs its owner out, with %s', async (mode) => {
    approve(server(), ROBIN);
    const robin = await visitSignedIn(server(), ROBIN);
    const { page, card } = await openCard(mode);
    const dialog = page.getByRole('dialog', { name: 'Remove approved email?' });
    const remove = card.getByRole('link', { name: `Remove ${ROBIN}` });

    await remove.click();
    await shown(dialog.getByText(`Are you sure you want to remove ${ROBIN}`));
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await gone(dialog);
    expect((await robin.get('/settings')).status).toBe(200);

    await remove.click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await toastShown(page, 'Email removed from approved list');
    await gone(card.getByRole('link', { name: `Remove ${ROBIN}` }));
    expect(approvedNow()).toEqual([TEST_EMAIL]);
    expect((await robin.get('/settings')).status).toBe(401);
    // The user stays listed, as not approved.
    await shown(card.getByRole('listitem').filter({ hasText: ROBIN }).getByText('Not approved'));
  });
});

describe('Deleting a user', () => {
  test.for(BOTH)('asks first, says what follows, and signs them out, with %s', async (mode) => {
    const name = ['Robin', 'Featherstone'];
    addUser(server(), ROBIN, name);
    const robin = await visitSignedIn(server(), ROBIN);
    const { page, card } = await openCard(mode);
    const row = card.getByRole('listitem').filter({ hasText: 'Robin Featherstone' });
    await shown(row.getByText(ROBIN));
    await shown(row.getByText('Active'));
    const dialog = page.getByRole('dialog', { name: 'Delete user?' });

    await row.getByRole('link', { name: 'Delete Robin Featherstone' }).click();
    await shown(dialog.getByText(`Are you sure you want to delete Robin Featherstone (${ROBIN})?`));
    await shown(dialog.getByText('To keep them out, remove it from the approved emails as well.'));
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await gone(dialog);
    expect((await robin.get('/settings')).status).toBe(200);

    await row.getByRole('link', { name: 'Delete Robin Featherstone' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'User deleted successfully');
    await gone(row);
    expect(usersNow()).toEqual([TEST_EMAIL]);
    expect((await robin.get('/settings')).status).toBe(401);
    expect(approvedNow()).toEqual([TEST_EMAIL, ROBIN]);
  });

  test.for(BOTH)('who was deleted meanwhile is said to be gone, with %s', async (mode) => {
    const id = addUser(server(), ROBIN);
    const { page, card } = await openCard(mode);
    await page.goto(`/settings/users/${id}/delete`);
    await settled(page, mode);
    const other = await visitSignedIn(server());
    await other.api('DELETE', `/api/users/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'The user was not found. It may have been removed.');
    await arrivedAt(page, '/settings');
    await gone(card.getByRole('link', { name: /^Delete / }));
    expect(usersNow()).toEqual([TEST_EMAIL]);
  });
});

describe('One’s own account', () => {
  test.for(BOTH)('is in both lists, and can be taken out of neither, with %s', async (mode) => {
    addUser(server(), ROBIN);
    const { page, card, takeProblem } = await openCard(mode);
    const own = card.getByRole('listitem').filter({ hasText: TEST_EMAIL });
    expect(await own.count()).toBe(2);
    expect(await own.getByRole('link').count()).toBe(0);
    // The control: everybody else can be deleted.
    expect(
      await card.getByRole('listitem').filter({ hasText: ROBIN }).getByRole('link').count(),
    ).toBe(2);

    const ownId = server()
      .services.db.select()
      .from(users)
      .all()
      .find(({ email }) => email === TEST_EMAIL)?.id;
    for (const [path, sentence] of [
      [`/settings/users/${ownId}/delete`, 'You cannot delete your own account.'],
      [
        '/settings/approved-emails/1/remove',
        'You cannot remove your own email from the approved list.',
      ],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(409);
      await takeProblem('status of 409');
      await shown(page.getByText(sentence));
      const alex = await visitSignedIn(server());
      const answer = await alex.post(path);
      expect([answer.status, answer.location]).toEqual([303, '/settings']);
      expect(toastOf((await alex.get('/settings')).text)).toContain(`Error ${sentence}`);
    }
    expect(usersNow()).toEqual([TEST_EMAIL, ROBIN]);
    expect(approvedNow()).toEqual([TEST_EMAIL, ROBIN]);
  });
});
