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
