/** The addresses, and the places in a page, that the server and the service worker both know. */
export const WAITING_PATH = '/waiting';
/** The service worker fills these elements, in every page that it hands on or kept. */
export const NOTICE_ID = 'offline-notice';
export const COUNT_ID = 'waiting-count';
export const LIST_ID = 'waiting-list';
