import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addClient, addLog, addWorkType } from '../support/data/entries.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { IS_SHORT } from '../bench/figures.ts';
import { sqlmap, wapiti, type Target } from './attackers.ts';
import { startControl } from './control.ts';
import { openWithout } from './without.ts';

/**
 * wapiti and sqlmap on the product as somebody who is signed in, and on a server that has the holes. Fails
 * where they find one in the product, or none in the other. Both are Debian packages; `SHORT=yes` leaves them out, and shows
 * that what they would attack is there to be attacked.
 */

/** How long wapiti may crawl, and attack with each kind of attack. */
const SECONDS = Number(process.env.SECONDS ?? 120);

/** What would end the session, or the work. */
const LEAVE_OUT = ['/api/logout', '/settings/sessions/end', '/export.zip', '/settings/backups'];

/** Addresses whose parameters reach a query. */
const ADDRESSES = [
  '/work-logs?q=switch&clientId=1&workTypeId=1&startDate=2026-01-01&billable=true',
  '/api/work-logs?clientId=1&q=switch&cursor=1772452800000_1&limit=5',
  '/history?kind=client&record=client:1&person=1',
  '/reports?by=client&sort=hours&from=2026-01-01&to=2026-12-31',
  '/pending-work-logs?status=archived&clientId=1',
  '/invoices?status=draft',
  '/week?of=2026-03-02',
];

const folder = mkdtempSync(join(tmpdir(), 'tallyhour-attack-'));
const none = '0';
const server = await startTestServer({
  SIGN_INS_PER_MINUTE: none,
  AI_CALLS_PER_MINUTE: none,
  IMPORTS_PER_MINUTE: none,
  EXPORTS_PER_MINUTE: none,
});
const control = await startControl();
const door = await openWithout(server.url, LEAVE_OUT);
const faults: string[] = [];
const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  const ids = {
    clientId: addClient(server, 'Harbour'),
    workTypeId: addWorkType(server, 'Support'),
  };
  for (let one = 0; one < 5; one += 1) addLog(server, ids);
  const product = { url: door.url, cookie: await server.signIn(), folder };
  const holes = { url: control.url, cookie: null, folder };

  for (const path of [...ADDRESSES, ...LEAVE_OUT]) {
    const { status } = await fetch(door.url + path, { headers: { Cookie: product.cookie } });
    const wanted = LEAVE_OUT.includes(path) ? 404 : 200;
    if (status !== wanted) faults.push(`${path} answers ${status} to the attackers, not ${wanted}`);
  }
  const got = await (await fetch(`${control.url}/log?id=1%20or%201=1`)).text();
  if (got.split('<li>').length !== 4) faults.push('The control has no hole for SQL');
  say(`${ADDRESSES.length} addresses can be attacked, ${LEAVE_OUT.length} are left out`);
  if (IS_SHORT) say('wapiti and sqlmap are left out of a short run');
  else await attack(product, holes);
  const failed = server.logLines().filter(({ level }) => Number(level) >= 50);
  say(`${server.logLines().length} log lines, ${failed.length} of faults`);
  faults.push(
    ...failed.slice(0, 5).map((line) => `A fault: ${JSON.stringify(line).slice(0, 500)}`),
  );
} finally {
  door.close();
  await server.stop();
  await control.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) say(fault);
if (!IS_SHORT) {
  const found = faults.length === 0 ? 'nothing' : `${faults.length} faults`;
  say(`wapiti and sqlmap find ${found} at ${ADDRESSES.length} addresses and what those lead to`);
}
process.exitCode = faults.length === 0 ? 0 : 1;

/** Both attackers on the control, which they must get into, and on the product. */
async function attack(product: Target, holes: Target): Promise<void> {
  const known = await wapiti(holes, { seconds: SECONDS });
  say(`wapiti finds ${known.length} holes in the control: ${known.join('; ')}`);
  for (const kind of ['Cross Site Scripting', 'SQL Injection', 'Open Redirect']) {
    if (!known.some((hole) => hole.includes(kind)))
      faults.push(`wapiti missed ${kind} in the control`);
  }
  if (!(await sqlmap(holes, '/log?id=1'))) faults.push('sqlmap missed the hole of the control');
  else say('sqlmap gets into the control');

  const before = server.logLines().length;
  const found = await wapiti(product, { starts: ADDRESSES, seconds: SECONDS });
  say(`wapiti finds ${found.length} holes after ${server.logLines().length - before} requests`);
  faults.push(...found.map((hole) => `wapiti: ${hole}`));
  for (const path of ADDRESSES) {
    const isIn = await sqlmap(product, path);
    say(`sqlmap ${isIn ? 'gets in' : 'finds nothing'} at ${path}`);
    if (isIn) faults.push(`sqlmap gets in at ${path}`);
  }
}
