import { fork } from 'node:child_process';
import { once } from 'node:events';
import { subDays } from 'date-fns/subDays';
import { z } from 'zod';
import { dayOf } from '#app/lib/calendar.ts';
import { addSampleData, SAMPLE_CLIENT_NAMES } from '#sandbox/sample-data.ts';
import { sampleTasks, startTodoist } from '#sandbox/todoist.ts';
import { startTestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** How many weeks back the imported tasks go. */
const WEEKS = 4;

const Ready = z.object({ url: z.string(), cookie: z.string() });

/** The product in a process of its own, and the Cookie header of somebody who is signed in. */
export type RunningProduct = z.output<typeof Ready> & { stop: () => Promise<void> };

/**
 * Starts the production server with what the demo holds after a first import from Todoist, or as another
 * module starts it.
 */
export async function startProduct(file = import.meta.filename): Promise<RunningProduct> {
  const child = fork(file, {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`The product ended with ${String(code)} before it was ready.`);
  });
  failed.catch(() => undefined);
  const said: unknown[] = await Promise.race([once(child, 'message'), failed]);
  return {
    ...Ready.parse(said[0]),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

async function main(): Promise<void> {
  const now = new Date();
  const account = sampleTasks({ now, weeks: WEEKS, clientNames: SAMPLE_CLIENT_NAMES });
  const todoist = await startTodoist({ account });
  const server = await startTestServer({ TODOIST_API_URL: todoist.url });
  // When its parent ends, this process ends in order.
  process.once('disconnect', () => {
    void Promise.all([server.stop(), todoist.close()]).then(() => process.exit(0));
  });
  const { db, config } = server.services;
  addSampleData(db, { now, timeZone: config.timeZone });
  const visitor = await visitSignedIn(server);
  const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
  const synced = await visitor.api('POST', '/api/todoist/sync-completed', {
    startDate: dayOf(subDays(now, WEEKS * 7), config.timeZone),
    endDate: dayOf(now, config.timeZone),
  });
  if (saved.status !== 200 || synced.status !== 200) {
    throw new Error(`The tasks were not imported: ${saved.text} ${synced.text}`);
  }
  process.send?.({ url: server.url, cookie: await server.signIn() });
}

if (import.meta.main) await main();
