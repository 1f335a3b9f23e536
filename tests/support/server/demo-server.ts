import { subDays } from 'date-fns/subDays';
import { dayOf } from '#app/lib/calendar.ts';
import { addSampleData, SAMPLE_CLIENT_NAMES } from '#sandbox/sample-data.ts';
import { sampleTasks, startTodoist } from '#sandbox/todoist.ts';
import { startXero } from '#sandbox/xero.ts';
import { fillEveryScreen } from '../browser/every-screen.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { visitSignedIn } from './visitor.ts';
import { HARBOUR, XERO_CLIENT } from './xero.ts';
import { xeroEnvironment } from './xero-organisation.ts';

/** How many weeks back the imported tasks go. */
const WEEKS = 4;

/**
 * The product with what the demo holds once Xero and Todoist are connected and tasks were imported, and
 * with a record for each address of `addresses.ts`. Where an instant is given, its clock stands still there.
 */
export async function startDemoServer(standing?: Date): Promise<TestServer> {
  const now = standing ?? new Date();
  const account = sampleTasks({ now, weeks: WEEKS, clientNames: SAMPLE_CLIENT_NAMES });
  const [todoist, xero] = await Promise.all([
    startTodoist({ account }),
    startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] }),
  ]);
  const server = await startTestServer({
    ...xeroEnvironment(xero),
    TODOIST_API_URL: todoist.url,
  });
  if (standing) server.setClock(standing);
  const { db, config } = server.services;
  await fillEveryScreen(server, xero);
  addSampleData(db, { now, timeZone: config.timeZone });
  const visitor = await visitSignedIn(server);
  const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
  // The import of `fillEveryScreen` that never ends would be in the way.
  db.$client.exec("update todoist_imports set status = 'done' where status = 'running'");
  const synced = await visitor.api('POST', '/api/todoist/sync-completed', {
    startDate: dayOf(subDays(now, WEEKS * 7), config.timeZone),
    endDate: dayOf(now, config.timeZone),
  });
  if (saved.status !== 200 || synced.status !== 200) {
    throw new Error(`The tasks were not imported: ${saved.text} ${synced.text}`);
  }
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await Promise.all([todoist.close(), xero.close()]);
    },
  };
}
