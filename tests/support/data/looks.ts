import { expect } from 'vitest';
import { plainFormsOf } from '../plain-forms.ts';
import type { TestServer } from '../server/test-server.ts';
import { visitSignedIn, type Visitor } from '../server/visitor.ts';

/** Sends a file by the form of the page Import, the first of its test, and looks at it in a first tab. */
export async function lookAt(server: TestServer, file: string) {
  const visitor = await visitSignedIn(server);
  const sent = await sendByForm(server, visitor, file);
  expect([sent.status, sent.location]).toEqual([303, '/import/1']);
  return { visitor, first: await lookPage(visitor) };
}

/** Sends a file by the form of the page Import. */
export function sendByForm({ url }: TestServer, visitor: Visitor, file: string) {
  const body = new FormData();
  body.set('file', new Blob([file], { type: 'text/csv' }), 'ours.csv');
  const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin' };
  return visitor.send('/import', { method: 'POST', headers, body });
}

/** The page of the first import of a test. */
export const lookPage = async (visitor: Visitor) => (await visitor.get('/import/1')).text;

/** What the fields of a look hold, by name. */
export const chosenOn = (html: string, name: string) =>
  plainFormsOf(html).flatMap(({ fields }) =>
    fields.filter(([field]) => field === name).map(([, value]) => value),
  );
