/** What costs, and so has a limit for each minute. */
export type Cost = 'signIns' | 'ai' | 'imports' | 'exports';

/** What is to be known of an address beside what answers it. */
export type Facts = {
  /** What its form is called. What is typed in it is kept where it comes after the end of its session. */
  form?: string;
  /** Its form is the Undo of a toast, which stands nowhere else: the press itself is kept then. */
  isUndo?: true;
  costs?: Cost;
  /** It takes a file, and reads and limits the body itself. */
  takesFile?: true;
  /** A file, or below `/api`: browsers follow it, or press a button there, too. */
  takes?: 'reads' | 'presses';
  /** It writes although it is read: what a browser follows to sign in or out, or to connect. */
  writes?: true;
  /** It waits for its turn to write by itself, since it may be long. */
  waitsByItself?: true;
};

/** What is to be known of addresses, by their patterns in routes.ts and, below `/api`, api.server.ts. */
export const FACTS: Record<string, Facts> = {
  '/dashboard': { form: 'Quick log' },
  '/work-logs/new': { form: 'Add Log' },
  '/work-logs/line': { form: 'Log in one line' },
  '/work-logs/quick-log': { form: 'Quick Work Log' },
  '/work-logs/create-invoices': { form: 'Create invoices' },
  '/work-logs/:id/edit': { form: 'Edit Log' },
  '/work-logs/many': { form: 'Change Logs' },
  '/work-logs/:id/invoiced': { form: 'Already on an invoice' },
  '/work-logs/:id/undo': { isUndo: true },
  '/work-logs/:id/restore': { isUndo: true },
  '/work-logs/many/:id/undo': { isUndo: true },
  '/timer': { form: 'Timer' },
  '/timer/drafts/:id': { form: 'Timer' },
  '/pending-work-logs/review': { form: 'Todoist Import' },
  '/pending-work-logs/sync': { form: 'Todoist Import', costs: 'imports' },
  '/pending-work-logs/:id/edit': { form: 'Edit Pending Log' },
  '/pending-work-logs/:id/put-back': { isUndo: true },
  '/pending-work-logs/undo/:id': { isUndo: true },
  '/descriptions': { costs: 'ai' },
  '/descriptions/rewrite': { costs: 'ai' },
  '/descriptions/:id': { costs: 'ai' },
  '/clients/new': { form: 'Add Client' },
  '/clients/:id/edit': { form: 'Edit Client' },
  '/clients/:id/jobs/new': { form: 'Add Job' },
  '/clients/jobs/:id/edit': { form: 'Edit Job' },
  '/forgotten/:id/put-back': { isUndo: true },
  '/forgotten/:id/not-billable': { isUndo: true },
  '/settings/work-types/new': { form: 'Settings' },
  '/settings/work-types/:id/edit': { form: 'Settings' },
  '/settings/rules/new': { form: 'Settings' },
  '/settings/rules/:id/edit': { form: 'Settings' },
  '/settings/webhooks/new': { form: 'Settings' },
  '/settings/webhooks/:id/edit': { form: 'Settings' },
  '/settings/approved-emails/new': { form: 'Settings' },
  '/settings/passkeys/new': { form: 'Settings' },
  '/settings/tokens/new': { form: 'Settings' },
  '/settings/week-target': { form: 'Settings' },
  '/settings/ai/save': { form: 'Settings' },
  '/settings/xero/vat': { form: 'Settings' },
  '/settings/xero/template': { form: 'Settings' },
  '/settings/todoist/schedule': { form: 'Settings' },
  '/settings/todoist/sync': { costs: 'imports' },
  '/settings/backups': { costs: 'exports' },
  '/settings/backups/:name': { costs: 'exports', takes: 'reads' },
  '/import': { costs: 'imports', takesFile: true },
  '/import/names': { form: 'A list of clients', costs: 'imports' },
  '/import/:id/undo': { isUndo: true, waitsByItself: true },
  '/calendar/:address': { takes: 'reads' },
  '/:list.csv': { costs: 'exports', takes: 'reads' },
  '/export.zip': { costs: 'exports', takes: 'reads' },
  '/api/login': { costs: 'signIns', takes: 'reads', writes: true },
  '/api/login/link': { costs: 'signIns', takes: 'presses' },
  '/api/login/passkey': { costs: 'signIns', takes: 'presses' },
  '/api/passkeys': { costs: 'signIns', takes: 'presses' },
  '/api/logout': { takes: 'presses', writes: true },
  '/api/auth/callback': { costs: 'signIns', takes: 'reads', writes: true },
  '/api/xero/authorize': { takes: 'reads', writes: true },
  '/api/xero/callback': { takes: 'reads', writes: true },
  '/api/ai/generate-description': { costs: 'ai' },
  '/api/imports': { costs: 'imports', takesFile: true },
  '/api/imports/:id': { waitsByItself: true },
  '/api/todoist/sync': { costs: 'imports' },
  '/api/todoist/sync-completed': { costs: 'imports' },
};

/**
 * The forms that may wait on the device for a line: those that log, edit or confirm. Each can be sent again safely,
 * by its one-time key or the version of its record. All others say that they need a line. They stand apart from the
 * rest, since the service worker takes them along, of which each byte counts.
 */
export const WAITING = {
  /** What they make, in words. */
  makes: {
    '/dashboard': 'Work log',
    '/work-logs/new': 'Work log',
    '/work-logs/quick-log': 'Work log',
    '/work-logs/line': 'Work log in one line',
    '/work-logs/repeat': 'Work logged again',
  },
  /** Which record they change. */
  changes: {
    '/work-logs/:id/edit': 'work log',
    '/clients/:id/edit': 'client',
    '/pending-work-logs/:id/edit': 'task',
    '/pending-work-logs/review': 'task',
    '/timer': 'timer',
    '/timer/start': 'timer',
    '/timer/stop': 'timer',
    '/timer/drafts/:id': 'timer',
  },
};
