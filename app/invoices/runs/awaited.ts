/** In the address of a run's page: its person waits there for the end, and is told of it once. */
export const AWAITED = 'awaited';
