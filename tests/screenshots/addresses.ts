/** The ids of the rows that addresses of dialogs name. */
export type AddressIds = {
  log: number;
  pending: number;
  archived: number;
  client: number;
  workType: number;
  user: number;
  approvedEmail: number;
};

/** The screens that need a sign-in, and their dialogs that are not about a row. */
export const SIGNED_IN_SCREENS = [
  '/dashboard',
  '/work-logs',
  '/work-logs?startDate=nonsense',
  '/timer',
  '/week',
  '/settings/week-target',
  '/history',
  '/import',
  '/forgotten',
  '/reports',
  '/reports?by=month',
  '/work-logs/new',
  '/work-logs/quick-log',
  '/work-logs/line',
  '/pending-work-logs',
  '/pending-work-logs/sync',
  '/archived-work-logs',
  '/clients',
  '/clients/new',
  '/settings',
  '/settings/account',
  '/settings/calendar',
  '/settings/data',
  '/settings/todoist/token',
  '/settings/todoist/remove',
  '/settings/todoist/schedule',
  '/settings/ai/save',
  '/settings/ai/remove',
  '/settings/key/begin',
  '/settings/passkeys/new',
  '/settings/sessions/end',
  '/settings/tokens',
  '/settings/tokens/new',
  '/settings/xero/template',
  '/settings/xero/vat',
  '/settings/xero/disconnect',
  '/settings/work-types/new',
  '/settings/rules',
  '/settings/rules/new',
  '/settings/approved-emails/new',
  '/work-logs/print',
  '/week/print',
  '/history/print',
  '/clients/print',
  '/shortcuts',
  '/waiting',
  '/research',
];

/** The dialogs that are about one row. */
export function rowDialogs(ids: AddressIds): string[] {
  return [
    `/work-logs/${ids.log}/edit`,
    `/work-logs/${ids.log}/delete`,
    `/pending-work-logs/${ids.pending}/edit`,
    `/pending-work-logs/${ids.pending}/bring-back`,
    `/settings/rules/new?from=${ids.pending}`,
    `/archived-work-logs/${ids.archived}`,
    `/clients/${ids.client}`,
    `/clients/${ids.client}/edit`,
    `/clients/${ids.client}/deactivate`,
    `/settings/work-types/${ids.workType}/edit`,
    `/settings/work-types/${ids.workType}/delete`,
    `/settings/users/${ids.user}/delete`,
    `/settings/approved-emails/${ids.approvedEmail}/remove`,
  ];
}

/** The screens that anybody can open. */
export const SIGNED_OUT_SCREENS = ['/', '/api/login', '/research', '/terms', '/privacy'];
