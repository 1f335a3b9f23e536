import { expect, test } from 'vitest';
import { sendFile } from '#tests/support/data/imports.ts';
import { useSharedServer } from '#tests/support/server/shared-server.ts';

/** Files as programs write them that are not quite what they should be: nothing of them is lost unsaid. */

const shared = useSharedServer();

const HEADER = 'Date,Client,Task,Hours,Billable?,Billable Rate,Notes';
const LINE = '2026-03-02,Acme,Support,1,yes,60.00,Mail';

async function lookAt(body: BodyInit): Promise<unknown> {
  return (await sendFile(shared().visitor, body, { query: '?dry=1' })).json();
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const lines = (...texts: string[]) => [HEADER, ...texts, ''].join('\r\n');

test.each([
  ['a comma in a text without quotation marks', `${LINE}, again`, '“again”'],
  ['more of them', `${LINE}, again,,and again`, '“again”'],
])('A line with more cells than the header is a problem: %s', async (_what, line, lost) => {
  expect(await lookAt(lines(LINE, line))).toMatchObject({
    new: 1,
    problems: [{ line: 3, message: expect.stringContaining(lost) as string }],
  });
});

test('Empty cells behind the last column are none', async () => {
  expect(await lookAt(lines(`${LINE},,`, `${LINE}, ,`))).toMatchObject({ new: 2, problems: [] });
});

test.each([
  ['of an old Macintosh', latin(lines(LINE.replace('Mail', 'Gen\x8fve, fran\x8dais')))],
  ['of DOS', latin(lines(LINE.replace('Acme', 'M\x81ller')))],
])('A file in letters %s is refused, since some of them would be gone', async (_whose, body) => {
  expect(await lookAt(body)).toMatchObject({
    message:
      'The encoding of this file is not clear. Save the file as UTF-8 (in Excel: “CSV UTF-8”) and send it again.',
  });
});

test('One broken letter does not make others of all letters of a file', async () => {
  const body = Buffer.concat([
    Buffer.from(lines(LINE.replace('Acme', 'Genève Zürich')).trimEnd()),
    latin(' n\xc3\r\n'),
  ]);
  expect(await lookAt(body)).toMatchObject({
    message: 'Some letters in the file are broken. Save the file as UTF-8 and send it again.',
  });
});

test('A file of Windows is read, with a capital before a quotation mark, too', async () => {
  const body = latin(lines(LINE.replace('Mail', '\x93CAF\xc9\x94 Z\xfcrich \x80 5')));
  expect(await lookAt(body)).toMatchObject({ new: 1, problems: [] });
});

test('A file of DOS may end with its sign for that', async () => {
  expect(await lookAt(`${lines(LINE)}\x1a`)).toMatchObject({ new: 1, problems: [] });
});

test.each([
  ['bars', lines(LINE).replaceAll(',', '|')],
  ['a title', `Report of March\r\n\r\n${lines(LINE)}`],
  ['a title, and the commas of a spreadsheet', `Report of March,,,,,,\r\n${lines(LINE)}`],
  ['a page', '<!doctype html><html><body>Sign in</body></html>'],
])(
  'A file whose first line names no columns is refused with what it needs: %s',
  async (_what, body) => {
    expect(await lookAt(body)).toMatchObject({
      message:
        'The first line of the file should name its columns, and has one cell alone. Cells are parted by commas, semicolons or tabs; remove any title above the columns.',
    });
  },
);

test.each(['WAHR', 'VRAI', 'VERDADERO', 'FALSCH', 'FAUX', 'FALSO'])(
  'A spreadsheet’s own word for yes or no is read: %s',
  async (word) => {
    const line = LINE.replace('yes', word);
    expect(await lookAt(lines(line))).toMatchObject({ new: 1, problems: [] });
  },
);
