import type { Page } from 'playwright';
import { rowDialogs, SIGNED_IN_SCREENS, SIGNED_OUT_SCREENS } from './addresses.ts';
import { importStage } from './import-shots.ts';
import { connectTo, TENANT_IDS, type World } from './worlds.ts';

/** A page to take pictures of, in one state. */
export type Shot = {
  /** How the names of its files begin. */
  name: string;
  path: string;
  /** Acts on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Who looks; by default somebody signed in, with scripts. */
  as?: 'signed out' | 'no scripts';
  /** Whether it is the printed page, which has one width and one colour. */
  isPrinted?: boolean;
  /** Whether only what the window shows after `act` is taken, not the whole page. */
  isSeenPart?: boolean;
  /** The only width to take; without it, both are taken. */
  only?: 1280 | 390;
};

/** Pictures of the same state of the data, which `before` prepares. */
export type Stage = { before?: () => Promise<void>; shots: Shot[] };

/** The name for a path: `settings-users-1-delete-x-1` for `/settings/users/1/delete?x=1`. */
function nameOf(path: string): string {
  return path.replace(/^\//, '').replace(/\W+/g, '-') || 'start';
}

function shotsOf(paths: string[]): Shot[] {
  return paths.map((path) => ({ name: nameOf(path), path }));
}

function press(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
}

/** The pictures of a world without any rows: what a new user sees first. */
export function emptyStages({ visitor }: World): Stage[] {
  return [
    {
      shots: [
        ...shotsOf(SIGNED_OUT_SCREENS).map((shot): Shot => ({ ...shot, as: 'signed out' })),
        {
          name: 'landing-error',
          path: '/?error=This%20email%20is%20not%20on%20the%20approved%20list.',
          as: 'signed out',
        },
        { name: 'signed-out-guard', path: '/clients', as: 'signed out' },
        ...shotsOf(SIGNED_IN_SCREENS),
        { name: 'not-found', path: '/no/such/page' },
        { name: 'create-invoices', path: '/work-logs/create-invoices' },
        { name: 'menu', path: '/clients', only: 390, act: press('Menu') },
        { name: 'work-logs-filtered', path: '/work-logs?isInvoiced=true' },
        { name: 'form-errors-client', path: '/clients/new', act: press('Add Client') },
      ],
    },
    {
      before: async () => {
        await visitor.post('/settings/work-types/new', { name: 'Support', hourlyRate: '75' });
      },
      shots: [{ name: 'settings-first-work-type', path: '/settings' }],
    },
  ];
}

/** The pictures of one row of each kind; Xero is connected on the way. */
export function smallStages(world: World): Stage[] {
  const { ids, visitor, xero } = world;
  if (!ids) throw new Error('This world has rows.');
  return [
    {
      shots: [
        ...shotsOf(['/dashboard', '/work-logs', '/pending-work-logs', '/archived-work-logs']),
        ...shotsOf(['/clients', '/settings', `/clients/${ids.client}/contact`]),
        ...shotsOf(rowDialogs(ids)),
        { name: 'hardware-open', path: '/work-logs', act: openItems },
        {
          name: 'form-errors-quick-entry',
          path: '/dashboard',
          isSeenPart: true,
          act: press('Log Work'),
        },
        {
          name: 'form-errors-work-type',
          path: '/settings/work-types/new',
          as: 'no scripts',
          act: submitFirst,
        },
        { name: 'form-errors-log', path: '/work-logs/new', as: 'no scripts', act: submitFirst },
        { name: 'no-scripts-log', path: `/work-logs/${ids.log}/edit`, as: 'no scripts' },
        { name: 'no-scripts-pending', path: '/pending-work-logs', as: 'no scripts' },
        { name: 'no-scripts-dashboard', path: '/dashboard', as: 'no scripts' },
        { name: 'toast', isSeenPart: true, path: `/clients/${ids.client}/edit`, act: submitDialog },
        {
          name: 'toast-destructive',
          isSeenPart: true,
          path: '/pending-work-logs',
          act: press('Confirm Reset the router'),
        },
        {
          name: 'toast-no-scripts',
          path: `/clients/${ids.client}/edit`,
          as: 'no scripts',
          act: submitDialog,
        },
        { name: 'pending-selected', path: '/pending-work-logs', act: selectAll },
      ],
    },
    importStage(world),
    {
      before: () => connectTo(world, visitor, TENANT_IDS),
      shots: [{ name: 'settings-xero-select', path: '/settings' }],
    },
    {
      before: async () => {
        await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: TENANT_IDS[0] });
      },
      shots: [
        { name: 'settings-xero-connected', path: '/settings' },
        ...shotsOf([`/clients/${ids.client}/contact`, '/work-logs/create-invoices']).map(
          (shot): Shot => ({ ...shot, name: `${shot.name}-connected` }),
        ),
      ],
    },
    {
      before: async () => {
        xero?.endGrants();
        xero?.expireAccessTokens();
        await visitor.post('/settings/xero/refresh');
      },
      shots: [{ name: 'settings-xero-ended', path: '/settings' }],
    },
  ];
}

/** The pictures of a year of data and long names, with every service connected. */
export function largeStages({ ids, visitor, xero, openAi }: World): Stage[] {
  if (!ids) throw new Error('This world has rows.');
  const screens = [
    '/dashboard',
    '/work-logs',
    '/work-logs?clientId=1&startDate=2026-01-01',
    '/work-logs/new',
    '/work-logs/create-invoices',
    '/work-logs/invoice-runs/1',
    '/invoices',
    '/invoices/1',
    '/invoices/1/statement',
    '/reconciliation',
    '/pending-work-logs',
    '/pending-work-logs?status=all',
    '/archived-work-logs',
    '/clients',
    '/clients/1/contact',
    `/clients/${ids.client}/contact`,
    '/settings',
    '/descriptions/1',
  ];
  const printed = [
    '/dashboard',
    '/work-logs',
    '/work-logs/create-invoices',
    '/invoices/1/statement',
    '/clients',
  ];
  return [
    {
      shots: [
        ...shotsOf(screens),
        ...shotsOf(rowDialogs(ids)),
        { name: 'hardware-open', path: '/work-logs', act: openItems },
        { name: 'settings-all-work-types', path: '/settings', act: showAll },
        {
          name: 'hint',
          path: '/work-logs',
          isSeenPart: true,
          act: (page) => page.locator('.hint').first().focus(),
        },
        {
          name: 'quick-entry-hardware',
          path: '/dashboard',
          act: async (page) => {
            await page.getByLabel('Work Type').first().selectOption({ label: 'Hardware' });
          },
        },
        { name: 'regenerated', path: '/dashboard', act: regenerate('What changed') },
        { name: 'work-logs-selected', path: '/work-logs/create-invoices?select=all' },
        ...shotsOf(printed).map((shot): Shot => ({ ...shot, isPrinted: true })),
      ],
    },
    {
      before: () => {
        openAi?.fail({ kind: 'invents' });
        return Promise.resolve();
      },
      shots: [
        {
          name: 'rewrite-offered',
          path: `/work-logs/${ids.log}/edit`,
          act: regenerate('Missing from'),
        },
      ],
    },
    {
      before: () => useUpXero(xero, visitor),
      shots: [
        { name: 'invoices-waiting', path: '/work-logs/invoice-runs/2' },
        { name: 'work-logs-notices', path: '/work-logs?clientId=1' },
        { name: 'contact-limit', path: '/clients/1/contact' },
      ],
    },
  ];
}

/** Begins a run that finds Xero's limit of the day used up. */
async function useUpXero(xero: World['xero'], visitor: World['visitor']): Promise<void> {
  xero?.fail({ kind: '429-day', method: 'PUT', path: '/Invoices', times: 20 });
  await visitor.api('POST', '/api/xero/create-invoices?clientId=2');
  xero?.heal();
}

/** Has a description rewritten, and waits for the text that is then said about it. */
function regenerate(said: string) {
  return async (page: Page): Promise<void> => {
    const description = page.getByLabel('Description', { exact: true }).last();
    await description.fill('- fixed svr for Harbour Dental w/ Priya, 2 hrs, INC-4711; upd docs');
    await page.getByRole('button', { name: 'Regenerate with AI' }).last().click();
    await page.getByText(said).first().waitFor();
  };
}

async function openItems(page: Page): Promise<void> {
  await page.locator('.items-toggle summary').first().click();
}

async function submitDialog(page: Page): Promise<void> {
  await page.locator('dialog form button:not([type="button"])').last().click();
  await page.getByTestId('toast').waitFor();
}

async function submitFirst(page: Page): Promise<void> {
  await page.locator('dialog form button:not([type="button"])').last().click();
  await page.locator('[aria-invalid]').first().waitFor();
}

async function selectAll(page: Page): Promise<void> {
  await page.getByLabel('Select all').check();
}

async function showAll(page: Page): Promise<void> {
  await page
    .getByText(/^Show All/)
    .first()
    .click();
}
