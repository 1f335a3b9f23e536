/** What somebody who is signed out is told, as a toast has it. */
export type UnauthorizedMessage = { title?: string; text: string };

const LOGGED_OUT = 'You are logged out. Logging in again...';

/** The forms that say it in one line. */
const IN_ONE_LINE = [
  '/settings/ai/save',
  '/settings/xero/template',
  '/settings/todoist/sync',
  '/pending-work-logs/sync',
  '/work-logs/quick-log',
];

/** The words for a request of somebody who is signed out; Archived has its own. */
export function unauthorizedMessage(method: string, pathname: string): UnauthorizedMessage {
  if (pathname.startsWith('/archived-work-logs')) {
    return { title: 'Session Expired', text: 'Please log in again to continue.' };
  }
  if (method === 'POST' && IN_ONE_LINE.includes(pathname)) {
    return { text: `Unauthorized: ${LOGGED_OUT}` };
  }
  return { title: 'Unauthorized', text: LOGGED_OUT };
}

/** The message that a 401 carries. */
export function readUnauthorized(data: unknown): UnauthorizedMessage {
  if (typeof data === 'object' && data !== null && 'text' in data) {
    const title = 'title' in data && typeof data.title === 'string' ? { title: data.title } : {};
    if (typeof data.text === 'string') return { ...title, text: data.text };
  }
  return unauthorizedMessage('GET', '/');
}
