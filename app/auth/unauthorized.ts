/** The title and text of the toast for somebody who is signed out. */
export type UnauthorizedMessage = { title?: string; text: string };

const LOGGED_OUT = 'You are logged out. Logging in again...';

const IN_ONE_LINE = [
  '/settings/ai/save',
  '/settings/xero/template',
  '/settings/todoist/sync',
  '/pending-work-logs/sync',
  '/work-logs/quick-log',
];

/** The message for a signed-out person's request; the Archived screen has its own. */
export function unauthorizedMessage(method: string, pathname: string): UnauthorizedMessage {
  if (pathname.startsWith('/archived-work-logs')) {
    return { title: 'Session Expired', text: 'Please log in again to continue.' };
  }
  if (method === 'POST' && IN_ONE_LINE.includes(pathname)) {
    return { text: `Unauthorized: ${LOGGED_OUT}` };
  }
  return { title: 'Unauthorized', text: LOGGED_OUT };
}

/** Reads the message from the data of a 401. */
export function readUnauthorized(data: unknown): UnauthorizedMessage {
  if (typeof data === 'object' && data !== null && 'text' in data) {
    const title = 'title' in data && typeof data.title === 'string' ? { title: data.title } : {};
    if (typeof data.text === 'string') return { ...title, text: data.text };
  }
  return unauthorizedMessage('GET', '/');
}

/** What became of what was typed in a posted form, in words, from the data of a 401; null when nothing was. */
export function sayKept(data: unknown): string | null {
  const said = typeof data === 'object' && data !== null && 'said' in data ? data.said : null;
  return typeof said === 'string' ? said : null;
}
