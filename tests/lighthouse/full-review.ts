import { startTestServer } from '#tests/support/server/test-server.ts';
import { addFullReview } from '#tests/support/data/full-review.ts';

/** The process of a product with 500 clients and a full page of tasks; its parent is `startProduct`. */
const server = await startTestServer();
process.once('disconnect', () => {
  void server.stop().then(() => process.exit(0));
});
addFullReview(server);
process.send?.({ url: server.url, cookie: await server.signIn() });
