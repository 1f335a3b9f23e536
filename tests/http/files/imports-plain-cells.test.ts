import { expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { importFile, ourFile, sendFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** Figures, dates and flags of files are read as they look, whatever program they were copied from. */

const server = useServer();

const PLAIN = { date: '2026-11-02 09:30', minutes: '90', billable: 'false', rate: '1250.50' };

const WRITTEN: Partial<typeof PLAIN>[] = [
  { minutes: '９０' },
  { minutes: "'90" },
  { minutes: '90\u00ad' },
  { minutes: '１：３０' },
  { rate: '１，２５０．５０' },
  { rate: '￡1250.50' },
  { rate: "'1250.50" },
  { rate: '\u200e1\u2009250.50' },
  { billable: 'ｆａｌｓｅ' },
  { billable: "'no" },
  { billable: 'false\u200b' },
  { date: '２０２６-11-02 09:30' },
  { date: "'2026-11-02 09:30" },
  { date: '2026\u201111\u201102 09：30' },
  { date: '02–11–2026 09:30' },
  { date: '\u200e2026-11-02\u00ad 09:30' },
];

const lineOf = ({ date, minutes, billable, rate }: typeof PLAIN) =>
  ourFile(`${date},Acme,Support,${minutes},Mail,${billable},"${rate}",false,`);

test.each(WRITTEN)('A line is read as it looks: %j', async (written) => {
  const visitor = await visitSignedIn(server());
  const file = lineOf({ ...PLAIN, ...written });
  expect(await importFile(visitor, file, '?dates=day-first')).toMatchObject({
    status: 'done',
    new: 1,
    problems: [],
  });
  expect(server().services.db.select().from(workLogs).all()).toMatchObject([
    {
      date: new Date('2026-11-02T09:30:00Z'),
      duration: 90,
      billable: false,
      hourlyRatePence: 125_050,
    },
  ]);
});

test.each([{ minutes: '−90' }, { rate: '−60.00' }, { rate: '€60.00' }])(
  'What is less than nothing, or another currency, is refused as it was written: %j',
  async (written) => {
    const visitor = await visitSignedIn(server());
    const answer = await sendFile(visitor, lineOf({ ...PLAIN, ...written }), { query: '?dry=1' });
    const text = Object.values(written).join('');
    expect(answer.json()).toMatchObject({ new: 0, problemCount: 1 });
    expect(answer.text).toContain(`“${text}”`);
  },
);
