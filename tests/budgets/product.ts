import { startDemoServer } from '#tests/support/server/demo-server.ts';

/** The hour at which the demo's lists are fullest, as `page-sizes.test.ts` has it. */
const LATE_ON_A_FRIDAY = new Date('2026-11-20T23:00:00Z');

/** The process of the product that `npm run prove -- budgets` measures; its parent is `startProduct`. */
const server = await startDemoServer(LATE_ON_A_FRIDAY);
process.once('disconnect', () => {
  void server.stop().then(() => process.exit(0));
});
process.send?.({ url: server.url, cookie: await server.signIn() });
