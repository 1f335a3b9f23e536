/** Every table of the database, by room (docs/architecture.md). */
export * from './schema/people.ts';
export * from './schema/work.ts';
export * from './schema/pending.ts';
export * from './schema/timers.ts';
export * from './schema/invoices.ts';
export * from './schema/rewrites.ts';
export * from './schema/forgotten.ts';
export * from './schema/history.ts';
export * from './schema/transfer.ts';
export * from './schema/product.ts';
export * from './schema/webhooks.ts';
