import { expect, test } from 'vitest';
import { rewrites } from '#db/schema.ts';
import { SIGNED_IN, SIGNED_OUT } from '../../support/addresses.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { attributesOf } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';
import { useConsentedXero, xeroEnvironment } from '../../support/server/xero-organisation.ts';
import { HARBOUR } from '../../support/server/xero.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

/** Fills the database so that every screen shows all of its controls. */
async function fill(): Promise<void> {
  await fillEveryScreen(server(), xero());
  // A row whose minutes are not a multiple of 15, and a rewrite that failed, with its own button.
  addPendingLog(server(), { duration: 20 });
  const { db } = server().services;
  db.insert(rewrites).values({ batchId: 1, subjectId: 2, before: 'Cables', error: 'again' }).run();
}

/** Every page that can be opened: its address and its HTML. */
async function pages(): Promise<[address: string, html: string][]> {
  await fill();
  const signedIn = await visitSignedIn(server());
  const stranger = visit(server());
  const read: [string, string][] = [];
  for (const path of SIGNED_IN) read.push([path, (await signedIn.get(path)).text]);
  for (const path of SIGNED_OUT) read.push([path, (await stranger.get(path)).text]);
  return read;
}

test('every control is inside its form, and only the form says where it is sent', async () => {
  const wrong: string[] = [];
  let forms = 0;
  for (const [address, html] of await pages()) {
    forms += html.split('<form').length - 1;
    for (const [tag] of html.matchAll(/<(?:button|input|select|textarea|output)\b[^>]*>/g)) {
      const attributes = Object.keys(attributesOf(tag)).map((name) => name.toLowerCase());
      if (attributes.some((name) => /^form(?:action|method|enctype|target)?$/.test(name))) {
        wrong.push(`${address}: ${tag}`);
      }
    }
    const outside = html.replace(/<form\b[\s\S]*?<\/form>/g, '');
    // Buttons outside forms may only act on the page itself; dialogs are closed by links.
    for (const [tag] of outside.matchAll(/<(?:button|input|select|textarea)\b[^>]*>/g)) {
      const { type, popovertarget, name } = attributesOf(tag);
      if (name !== undefined || (type !== 'button' && popovertarget === undefined)) {
        wrong.push(`${address}, in no form: ${tag}`);
      }
    }
  }
  expect(forms, 'control: forms were looked at').toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test('no browser refuses to send a form because a number is between two steps', async () => {
  const heldBack: string[] = [];
  let steps = 0;
  for (const [address, html] of await pages()) {
    for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/g)) {
      if (!/<input\b[^>]*\sstep="/.test(form)) continue;
      steps += 1;
      const start = /^<form[^>]*>/.exec(form)?.[0] ?? '';
      if (!/\snovalidate/i.test(start)) heldBack.push(`${address}: ${start}`);
    }
  }
  expect(steps, 'control: there are such fields').toBeGreaterThan(3);
  expect(heldBack).toEqual([]);
});
