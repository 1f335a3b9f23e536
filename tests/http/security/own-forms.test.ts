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
async function pages(headers?: Record<string, string>): Promise<[address: string, html: string][]> {
  await fill();
  const signedIn = await visitSignedIn(server());
  // The frame of every screen has other buttons while a timer runs.
  await signedIn.post('/timer/start');
  const stranger = visit(server());
  const read: [string, string][] = [];
  for (const path of SIGNED_IN) read.push([path, (await signedIn.get(path, headers)).text]);
  for (const path of SIGNED_OUT) read.push([path, (await stranger.get(path, headers)).text]);
  return read;
}

/** A button that takes along what stands in the filters of its page, and stands beside the title. */
const isOfFilters = (html: string, { form, type }: Record<string, string>) =>
  form === 'filters' && type !== 'button' && /<form\b[^>]*\sid="filters"/.test(html);

test.each([
  ['for browsers that show text only, which know no other', { 'User-Agent': 'Lynx/2.9.2' }],
  ['for others, but for the buttons of the filters', undefined],
])(
  'every control is inside its form, and only the form says where it is sent, %s',
  async (_, headers) => {
    const wrong: string[] = [];
    let forms = 0;
    let isTimed = false;
    for (const [address, html] of await pages(headers)) {
      forms += html.split('<form').length - 1;
      isTimed ||= html.includes('Pause timer');
      for (const [tag] of html.matchAll(/<(?:button|input|select|textarea|output)\b[^>]*>/g)) {
        if (headers === undefined && isOfFilters(html, attributesOf(tag))) continue;
        const attributes = Object.keys(attributesOf(tag)).map((name) => name.toLowerCase());
        if (attributes.some((name) => /^form(?:action|method|enctype|target)?$/.test(name))) {
          wrong.push(`${address}: ${tag}`);
        }
      }
      const outside = html.replace(/<form\b[\s\S]*?<\/form>/g, '');
      // Buttons outside forms may only act on the page itself; dialogs are closed by links.
      for (const [tag] of outside.matchAll(/<(?:button|input|select|textarea)\b[^>]*>/g)) {
        if (headers === undefined && isOfFilters(html, attributesOf(tag))) continue;
        const { type, popovertarget, name } = attributesOf(tag);
        if (name !== undefined || (type !== 'button' && popovertarget === undefined)) {
          wrong.push(`${address}, in no form: ${tag}`);
        }
      }
    }
    expect(forms, 'control: forms were looked at').toBeGreaterThan(30);
    expect(isTimed, 'control: a timer runs').toBe(true);
    expect(wrong).toEqual([]);
  },
);

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
