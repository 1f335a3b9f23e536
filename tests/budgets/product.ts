import { startDemoServer } from '#tests/support/server/demo-server.ts';

/** The process of the product that `npm run budgets` measures; its parent is `startProduct`. */
const server = await startDemoServer();
process.once('disconnect', () => {
  void server.stop().then(() => process.exit(0));
});
process.send?.({ url: server.url, cookie: await server.signIn() });
