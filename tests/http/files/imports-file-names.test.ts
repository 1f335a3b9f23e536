import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importFile, ourFile, sendFile } from '#tests/support/data/imports.ts';
import { startTags, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const FILE = ourFile('2026-03-02,Acme,Support,60,Mail,true,60.00,false,');

/** Looks at a file of this name by the form, and gives the text of its page. */
async function lookAt(name: string): Promise<string> {
  const visitor = await visitSignedIn(server());
  const { text } = await visitor.get('/import');
  const hidden = startTags(text, 'input').find((tag) => tag.name === 'formToken');
  const body = new FormData();
  body.set('formToken', hidden?.value ?? '');
  body.set('file', new File([FILE], name, { type: 'text/csv' }));
  const headers = { Origin: server().url, 'Sec-Fetch-Site': 'same-origin' };
  const answer = await visitor.send('/import', { method: 'POST', headers, body });
  expect(answer.status).toBe(303);
  return (await visitor.get(answer.location ?? '')).text;
}

test('The name of a file that turns the direction of writing ends that itself', async () => {
  expect(visibleText(await lookAt('\u202egnp.csv'))).toContain('\u202egnp.csv\u202c');
});

test('A name of which nothing shows is a file all the same', async () => {
  expect(visibleText(await lookAt('\u200b'))).toContain('A file without a name');
});

test('A name from right to left stays apart from the count behind it', async () => {
  const visitor = await visitSignedIn(server());
  const { id } = await importFile(visitor, FILE);
  server().services.db.$client.prepare('update imports set file_name = ?').run('שעות');
  const { text } = await visitor.get(`/import/${id}/undo`);
  expect(visibleText(text)).toContain(
    'Everything imported from \u2068שעות\u2069 (1 record) is deleted',
  );
});

test('A file that is packed on its way to the API is refused as that, not as no text', async () => {
  const visitor = await visitSignedIn(server());
  const packed = await sendFile(visitor, gzipSync(FILE), {
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect([packed.status, packed.json()]).toEqual([
    415,
    { message: 'Send the file itself as the body, without Content-Encoding.' },
  ]);
  const plain = await sendFile(visitor, FILE, { headers: { 'Content-Encoding': 'identity' } });
  expect(plain.status).toBe(202);
});

test.each(['dryrun=1', 'dry-run=1', 'date=day-first', 'Dry=1'])(
  'A word in the address that the API does not know imports nothing: %s',
  async (query) => {
    const visitor = await visitSignedIn(server());
    const answer = await sendFile(visitor, FILE, { query: `?${query}` });
    const [name = ''] = query.split('=');
    const message = `There is no “${name}” here, so nothing was imported. There are again, amounts, confirm, dates, dry, edits, money, projects, skip, tags, twins, workTypes and zeroRates.`;
    expect([answer.status, answer.json()]).toEqual([
      400,
      { message, issues: [{ path: name, message }] },
    ]);
    expect((await visitor.get('/api/work-logs')).json()).toEqual([]);
  },
);
