/**
 * Every screen and every dialog that somebody who is signed in can open. The ids are those that
 * `fillEveryScreen` gives.
 */
export const SIGNED_IN = [
  '/dashboard',
  '/work-logs',
  '/work-logs?startDate=nonsense',
  '/work-logs/new',
  '/work-logs/1/edit',
  '/work-logs/1/delete',
  '/work-logs/quick-log',
  '/work-logs/create-invoices',
  '/work-logs/invoice-runs/1',
  '/pending-work-logs',
  '/pending-work-logs/sync',
  '/pending-work-logs/1/edit',
  '/archived-work-logs',
  '/archived-work-logs/2',
  '/descriptions/1',
  '/clients',
  '/clients/new',
  '/clients/1/edit',
  '/clients/1/deactivate',
  '/clients/1/contact',
  '/settings',
  '/settings/todoist/token',
  '/settings/todoist/remove',
  '/settings/todoist/schedule',
  '/settings/todoist/sync?import=1',
  '/settings/ai/save',
  '/settings/ai/remove',
  '/settings/xero/template',
  '/settings/xero/disconnect',
  '/settings/work-types/new',
  '/settings/work-types/1/edit',
  '/settings/work-types/1/delete',
  '/settings/users/1/delete',
  '/settings/approved-emails/new',
  '/settings/approved-emails/2/remove',
  '/shortcuts',
  '/research',
  '/nothing',
];

/** Every page that anybody can open. */
export const SIGNED_OUT = [
  '/',
  '/?error=Sign-in%20was%20refused.',
  '/api/login',
  '/research',
  '/terms',
  '/privacy',
  '/nothing',
];

/** The status of an address that is not answered with 200. */
export const REFUSED: Record<string, number> = {
  '/work-logs?startDate=nonsense': 400,
  '/nothing': 404,
};
