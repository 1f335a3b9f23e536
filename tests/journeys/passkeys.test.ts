import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { arrivedAt, gone, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Gives a browser an authenticator of its own, which makes sure of its person, or does not. */
async function plugIn(page: Page, isUserVerified = true) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verify: (isVerified: boolean) =>
      protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings/account');
  await page.getByRole('link', { name: 'Add Passkey' }).click();
  await arrivedAt(page, '/settings/passkeys/new');
  await hydrated(page);
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Passkey' }).click();
}

test('Somebody signs in by link, adds a passkey, signs in with it, and removes it', async () => {
  const { page } = await browser.open('desktop', { baseURL: server().url });
  const authenticator = await plugIn(page);
  await page.goto(await printLoginLink(server()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await shown(page.getByTestId('toast').getByText('Add a passkey in Settings'));

  await addPasskey(page, 'My laptop');
  await shown(page.getByTestId('toast').getByText('Passkey added'));
  await arrivedAt(page, '/settings/account');
  const list = page.getByRole('list', { name: 'Your passkeys' });
  await shown(list.getByText('not used yet'));
  expect(await authenticator.credentials()).toMatchObject([
    { isResidentCredential: true, rpId: 'localhost' },
  ]);

  // The same device has one for this person already, and says so.
  await addPasskey(page, 'Again');
  await shown(
    page.getByRole('dialog').getByText('This device already has a passkey for you here.'),
  );
  await page.getByRole('link', { name: 'Cancel' }).click();

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await arrivedAt(page, '/');
  await page.getByRole('link', { name: 'Log In' }).click();
  await hydrated(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await shown(page.getByRole('link', { name: 'Settings' }).first());
  await page.goto('/settings/account');
  await shown(list.getByText('last used'));
  expect((await authenticator.credentials())[0]?.signCount).toBeGreaterThan(1);

  // Beside it stands where else one is signed in, with the way to end that.
  await shown(page.getByRole('button', { name: 'Sign out everywhere' }));
  await list.getByRole('link', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await shown(page.getByTestId('toast').getByText('Passkey removed'));
  await gone(list);

  // The device still has it, and it opens nothing: as long as nobody has one, none is asked for.
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Log In' }).click();
  await shown(page.getByRole('heading', { name: 'Sign in with a link' }));
});

test('A device that cannot make sure of its person makes none, and nothing is lost', async () => {
  const { page } = await browser.openSignedIn(server(), 'phone');
  const authenticator = await plugIn(page, false);
  await addPasskey(page, 'My phone');
  await shown(page.getByRole('dialog').getByText('This was cancelled'));
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('My phone');
  await authenticator.verify(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Passkey' }).click();
  await shown(page.getByTestId('toast').getByText('Passkey added'));
});

test('Without scripts the page says so, and the link stays', async () => {
  const { page } = await browser.openSignedIn(server(), 'no scripts');
  await page.goto('/settings/passkeys/new');
  const dialog = page.getByRole('dialog');
  await shown(dialog.getByText('Sign-in links work without.'));
  expect(await dialog.getByRole('button', { name: 'Add Passkey' }).isDisabled()).toBe(true);
});

test('The name of a passkey that the device did not make is offered, and was not sent', async () => {
  const { page } = await browser.open('desktop', { baseURL: server().url });
  await plugIn(page, false);
  await page.goto(await printLoginLink(server()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await shown(page.getByTestId('toast'));
  await addPasskey(page, 'My laptop');
  await shown(page.getByRole('dialog').getByRole('alert'));
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
  await shown(page.getByTestId('toast').getByText('Draft kept.'));
});
