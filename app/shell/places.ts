/** A screen below an entry of the menu, shown while the entry is the current one. */
export type Place = { label: string; to: string; alsoAt?: string[] };

/** The cards of Settings, and the pages beside them. */
export const SETTINGS_PLACES: Place[] = [
  {
    label: 'Account',
    to: '/settings/account',
    alsoAt: ['/settings/passkeys', '/settings/sessions', '/settings/week-target'],
  },
  { label: 'Work types', to: '/settings#work-types' },
  { label: 'Todoist and rules', to: '/settings#todoist', alsoAt: ['/settings/rules'] },
  { label: 'AI', to: '/settings#ai' },
  { label: 'Xero', to: '/settings#xero' },
  { label: 'People', to: '/settings#users', alsoAt: ['/settings/approved-emails'] },
  {
    label: 'Programs',
    to: '/settings/tokens',
    alsoAt: ['/settings/webhooks', '/settings/calendar'],
  },
  { label: 'Data', to: '/settings/data', alsoAt: ['/import', '/history'] },
];
