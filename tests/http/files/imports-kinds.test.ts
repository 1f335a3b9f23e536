import { expect, test } from 'vitest';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { chosenOn, lookAt as lookAtFile, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();

const addType = (name: string, isHardware: boolean) =>
  createWorkType(server().services, { name, hourlyRate: 7_500, description: null, isHardware }).id;

const ITEMS = JSON.stringify([{ itemName: 'Dock', quantity: 1, unitPrice: '120.00' }]);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const FILE = [
  'date,client,work_type,kind,minutes,description,billable,hourly_rate,hardware_items',
  '2026-03-02,Acme,Callout,time,60,,true,75.00,',
  `2026-03-02,Acme,Callout,hardware,,,true,,${quoted(ITEMS)}`,
  '',
].join('\r\n');

const logs = () =>
  server()
    .services.db.$client.prepare(
      'select work_type_id as type, is_hardware as isHardware from work_logs order by is_hardware',
    )
    .all();

/** A client and a work type of each kind, both called “Callout”, and a file with a line of each. */
async function lookAtBoth() {
  addClient(server(), 'Acme');
  const [time, hardware] = [addType('Callout', false), addType('Callout', true)];
  return { time, hardware, ...(await lookAtFile(server(), FILE)) };
}

test('One name of a work type for time and of one for hardware means both', async () => {
  const { visitor, first, time, hardware } = await lookAtBoth();
  expect(chosenOn(first, 'nameIs').sort()).toEqual(['1', `${time}`, `${hardware}`].sort());
  expect(visibleText(first)).toContain('Work type: Callout, for hardware (1 line)');
  expect((await pressPlainly(visitor, first, 'Import')).status).toBe(303);
  await expect.poll(logs).toEqual([
    { type: time, isHardware: 0 },
    { type: hardware, isHardware: 1 },
  ]);
});

test('What is chosen for one of them leaves the other', async () => {
  const other = addType('Visit', false);
  const { visitor, first, time, hardware } = await lookAtBoth();
  const was = chosenOn(first, 'nameIs');
  const nameIs = was.map((value) => (value === `${time}` ? `${other}` : value));
  await pressPlainly(visitor, first, 'Check again', { nameIs });
  const shown = await lookPage(visitor);
  expect(chosenOn(shown, 'nameIs').sort()).toEqual([...nameIs].sort());
  const unseen = await pressPlainly(visitor, first, 'Import');
  expect(unseen.status).toBe(409);
  expect(visibleText(unseen.text)).toContain(
    'Work type “Callout”: this page showed “Callout”, and it is “Visit” now.',
  );
  await pressPlainly(visitor, shown, 'Import');
  await expect.poll(logs).toEqual([
    { type: other, isHardware: 0 },
    { type: hardware, isHardware: 1 },
  ]);
});
