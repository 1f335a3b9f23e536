import { expect, test } from 'vitest';
import { ourFile, sendFile } from '#tests/support/data/imports.ts';
import { useSharedServer } from '#tests/support/server/shared-server.ts';

const shared = useSharedServer();

async function problemsOf(date: string): Promise<unknown> {
  const file = ourFile(`"${date}",Acme,Support,60,Mail,true,60.00,false,`);
  return (await sendFile(shared().visitor, file, { query: '?dry=1' })).json();
}

test.each(['2026-11-02\u00a009:00', '2\u00a0Nov\u00a02026', '2\u202fNov\u202f2026 9:00\u202fAM'])(
  'A date with spaces that do not break, as web pages have them, is read: %j',
  async (date) => {
    expect(await problemsOf(date)).toMatchObject({ new: 1, problems: [] });
  },
);

test('A line is refused whose day is before all days in the time zone here', async () => {
  const message =
    'In the time zone here it is of 1969-12-31. Enter a date from 1970-01-01 to 9998-12-31.';
  expect(await problemsOf('1970-01-01 00:10 +05:00')).toMatchObject({
    new: 0,
    problems: [{ line: 2, message }],
  });
  expect(await problemsOf('1970-01-01 00:10 +01:00')).toMatchObject({ new: 1, problems: [] });
});

test.each(['+99:99', '+14:30', '-15:00', '+05:75'])(
  'A distance from UTC that no clock has is no time: %s',
  async (distance) => {
    const message = `“09:00 ${distance}” is not a time of day.`;
    expect(await problemsOf(`2026-11-02 09:00 ${distance}`)).toMatchObject({
      new: 0,
      problems: [{ line: 2, message }],
    });
  },
);

test.each(['+14:00', '-12:00', '+05:45', '+1030', 'Z'])(
  'One that a clock has is read: %s',
  async (distance) => {
    const answer = await problemsOf(`2026-11-02T09:00${distance}`);
    expect(answer).toMatchObject({ new: 1, problems: [] });
  },
);

test('Work that ends before it begins is not said to have taken less than half a minute', async () => {
  const { visitor } = shared();
  const file = [
    'Project,Client,Description,Task,User,Email,Billable,Start Date,Start Time,End Date,End Time',
    'A,Acme,Mail,Support,Alex,alex@example.com,Yes,02/13/2026,23:00,02/13/2026,01:00',
  ].join('\n');
  const answer = await sendFile(visitor, file, { query: '?dry=1' });
  const message = 'It ends before it begins. Give the day on which it ended, or how long it took.';
  expect(answer.json()).toMatchObject({ new: 0, problems: [{ line: 2, message }] });
});
