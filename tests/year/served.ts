import { startServer } from '../../server.ts';

/**
 * The built product in a process of its own, whose clock is put on by its parent, and goes on from there: the product takes its clock from
 * who starts it, and nothing of it is changed for this. Messages are answered in the order in which they come.
 */
export type Order = { kind: 'clock'; now: number } | { kind: 'link'; email: string };
export type Reply = { kind: 'listening' } | { kind: 'done' } | { kind: 'link'; link: string };

let set = { now: Number(process.env.NOW), at: performance.now() };
const running = await startServer({
  environment: process.env,
  clock: () => new Date(set.now + performance.now() - set.at),
  announce: () => undefined,
});
const reply = (text: Reply) => process.send?.(text);

process.on('message', (order: Order) => {
  if (order.kind === 'clock') {
    set = { now: order.now, at: performance.now() };
    reply({ kind: 'done' });
    return;
  }
  reply({ kind: 'link', link: running.signInLink(order.email) });
});
const end = () => void running.close().then(() => process.exit(0));
process.once('SIGTERM', end);
process.once('disconnect', end);
reply({ kind: 'listening' });
