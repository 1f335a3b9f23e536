import { json, type AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { submitBatch } from '../../ai/batch/run.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { ONE_TIME_KEY, parseFields } from '../../http/form/form.server.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { idList } from '../../lib/fields.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import {
  readChoice,
  SHOWN_LINK,
  SHOWN_ORGANISATION,
  type ShownContact,
} from '../contacts/contact-choice.tsx';
import { contactsOf } from '../contacts/contact-links.server.ts';
import {
  applyChoice,
  loadContactScreen,
  organisationShown,
} from '../contacts/contact-screen.server.ts';
import { answerVat } from '../contacts/contact-vat.server.ts';
import { lookUpContacts } from '../contacts/find-contacts.server.ts';
import { CHANGED_SINCE } from '../messages.ts';
import type { InvoiceChoices } from '../lines/choices.ts';
import { AWAITED, createInvoices, toastOfRun, type RunResult } from '../runs/create.server.ts';
import { previewAddress } from './choices-address.server.ts';
import { CONTACT, LINE_BOX, PRESS, readPress, SINCE } from './field-names.ts';
import { isTypedIn, openLine, saveLine, sentLine } from './open-line.server.ts';
import { planPage, logsToRewrite, noteDiscounts } from './plan.server.ts';
import { loadPreviewPage, readProposed, type Answered } from './preview.server.ts';
import { isVatChanged, readChoices } from './read-choices.server.ts';
import { logToRewrite } from '../../work-logs/logged.server.ts';
import type { Services } from '../../context.server.ts';
import type { ReadEntry } from '../../history/history.ts';
import { entriesSince } from '../../history/history.server.ts';
import { nameRecord, sayEntry, sentenceOf } from '../../history/say-entry.ts';
import type { InvoiceGroup } from '../lines/groups.ts';

/** How long to wait for a short run, so that the next page has its result; in milliseconds. */
const PATIENCE = 3_000;

/** More fields than the preview of the longest list has. */
export const MOST_FIELDS = 20_000;

const CreateForm = z.object({
  fingerprint: z.string('The form could not be read. No invoices were created.').min(1).max(100),
});

const RewriteForm = z.object({ ids: idList(2_000) });

type Sent = { user: { id: number }; request: Request; form: FormData };

/**
 * Answers a button of the preview: makes the invoices, or comes back with everything as it was chosen.
 * A line that is open and was typed in is saved first, whichever button it was.
 */
export async function answerPress(context: AppLoadContext, { user, request, form }: Sent) {
  const url = new URL(request.url);
  const press = readPress(form.get(PRESS));
  const read = readChoices(form);
  const { organisationId: shown } = shownIn(form);
  const show = (answered: Answered, init: ResponseInit = {}) =>
    json(loadPreviewPage(context, url, { read, shown, ...answered }), init);
  const open = sentLine(form);
  // An intent asks for the page with what is in it, and saves nothing.
  if (form.has('__intent__')) return show({ open });
  const isKept = open !== null && press.kind !== 'close';
  const isSaved = isKept && (isTypedIn(open) || isVatChanged(form));
  if (isKept && isTypedIn(open)) {
    const wrong = saveLine(context, request, open);
    if (wrong) return show({ open: wrong }, { status: wrong.formErrors.length > 0 ? 409 : 400 });
  }
  const closed = open?.logId ?? null;
  try {
    noteDiscounts(context, readProposed(context, url).filters, read, shown);
    switch (press.kind) {
      case 'edit':
        return show({ open: openLine(context, press.id) });
      case 'create':
        if (read.issues.size > 0) return show({ closed }, { status: 400 });
        if (isSaved) return show({ closed, error: SAVED_FIRST }, { status: 409 });
        if (read.isDiscountChanged) return show({ closed, error: SEEN_FIRST }, { status: 409 });
        return await create(context, { user, request, form }, read);
      case 'rewrite': {
        if (read.issues.size > 0) return show({ closed }, { status: 400 });
        const { filters, search } = readProposed(context, url);
        const { ids, groups } = logsToRewrite(context, filters, read.choices);
        const asked = parseFields(request, rewriteForm(form, ids), RewriteForm);
        const back = previewAddress(search, groups, read.choices.all);
        const find = (id: number) => logToRewrite(context, id);
        return await submitBatch(context, { user, form: asked, subject: 'work_log', find, back });
      }
      case 'open':
        return show({ closed, asked: press.key });
      case 'look up':
        organisationShown(context, shownIn(form));
        return show({ read: await askForContacts(context, url, read) });
      case 'contacts': {
        const client = getClient(context, press.id);
        const screen = await loadContactScreen(context, client, null);
        return show({ closed, contacts: screen && { clientId: client.id, screen } });
      }
      case 'link': {
        const chosen = form.get(CONTACT);
        const choice = typeof chosen === 'string' ? readChoice(chosen) : null;
        if (choice === null) return show({ error: NO_CONTACT }, { status: 400 });
        await applyChoice(context, getClient(context, press.id), choice, shownIn(form));
        return show({ closed });
      }
      case 'vat': {
        const { id, holds, contact, client } = press;
        organisationShown(context, shownIn(form));
        answerVat(context, id, { holds, shown: { contact, client } });
        return show({ closed, asked: [...read.open].find((key) => key.startsWith(`${id}-`)) });
      }
      case 'update':
      case 'close':
      case 'save':
        return show({ closed }, { status: read.issues.size > 0 ? 400 : 200 });
    }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return show({ closed, error: error.message }, { status: error.status });
  }
}

const SAVED_FIRST = 'Line saved and totals updated. Check them, then create the invoices.';
const SEEN_FIRST =
  'A discount was changed and totals updated. Check them, then create the invoices.';
const NO_CONTACT = 'Choose one of the contacts first.';

function shownIn(form: FormData): ShownContact {
  const [organisationId = null, linked = null] = [SHOWN_ORGANISATION, SHOWN_LINK].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  });
  return { organisationId, linked };
}

/** The form that asks for these descriptions to be rewritten, under the key of the page. */
function rewriteForm(form: FormData, ids: number[]): FormData {
  const own = new FormData();
  for (const value of form.getAll(ONE_TIME_KEY)) own.append(ONE_TIME_KEY, value);
  for (const id of ids) own.append(LINE_BOX, String(id));
  return own;
}

/** Looks in Xero for the contacts of all clients that have none yet, and notes who must choose. */
async function askForContacts(
  context: AppLoadContext,
  url: URL,
  read: ReturnType<typeof readChoices>,
) {
  const { filters } = readProposed(context, url);
  const { organisation, groups } = planPage(context, filters, read.choices);
  const clients = [...new Set(groups.map(({ client }) => client.id))].map((id) =>
    getClient(context, id),
  );
  const answers = await lookUpContacts(context, organisation.organisationId, clients);
  const problems = [...answers].flatMap(([id, answer]) =>
    answer.outcome === 'choose' ? [[id, answer.message] as const] : [],
  );
  return { ...read, contactProblems: new Map(problems) };
}

async function create(
  context: AppLoadContext,
  { user, request, form }: Sent,
  read: ReturnType<typeof readChoices>,
) {
  const url = new URL(request.url);
  const { filters, search } = readProposed(context, url);
  const choices = withoutUnanswered(context, read);
  const answer = await submit(context, parseFields(request, form, CreateForm), {
    wait: async ({ fingerprint }, oneTime) => {
      const asked = { userId: user.id, filters, fingerprint, choices };
      const request = { ...asked, oneTime: oneTime ?? undefined };
      return refuseNothing(await createInvoices(context, request, PATIENCE));
    },
    goTo: pageAfter,
    success: toastAfter,
    failure: 'Failed to create invoices in Xero',
    // A refusal is shown in its own words: nothing has reached Xero.
    toastFor: ({ message }) => errorToast(message),
    // A form in which nothing was chosen has nothing to show again.
    button: choices.invoices.size === 0 && { backTo: previewAddress(search, [], choices.all) },
  });
  if (answer.status < 400) return answer;
  // Refused: the page as it is now, with all that was chosen, and why.
  const reply = await answer.json();
  const errors = Object.values(reply.result.error ?? {}).flatMap((texts) => texts ?? []);
  const since = Number(form.get(SINCE) ?? NaN);
  if (errors.some((text) => text.includes(CHANGED_SINCE)) && Number.isSafeInteger(since)) {
    const { groups } = planPage(context, filters, read.choices);
    const shown = [...choices.invoices.keys()].map((key) => Number(key.split('-')[0]));
    errors.push(sayChangedSince(context, since, { groups, shown }));
  }
  const error = errors.join(' ');
  const headers = new Headers(answer.headers);
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name);
  const { organisationId: shown } = shownIn(form);
  const page = loadPreviewPage(context, url, { read, error, shown });
  return json(page, { status: answer.status, headers });
}

/** The choices without the invoices of which the page said that a contact must be chosen first. */
function withoutUnanswered(
  { db, ledger }: Pick<AppLoadContext, 'db' | 'ledger'>,
  { choices, contactProblems }: ReturnType<typeof readChoices>,
): InvoiceChoices {
  const organisationId = ledger.activeOrganisation()?.organisationId ?? '';
  const links = contactsOf({ db }, organisationId);
  const invoices = [...choices.invoices].map(([key, choice]) => {
    const clientId = Number(key.split('-')[0]);
    const waits = contactProblems.has(clientId) && !links.has(clientId);
    return [key, waits ? { ...choice, isLeftOut: true } : choice] as const;
  });
  return { ...choices, invoices: new Map(invoices) };
}

/** Throws 409, with the reasons, when nothing was made because something stands against all that was ticked. */
function refuseNothing(result: RunResult): RunResult {
  const { runId, failures } = result;
  if (runId !== null || failures.length === 0) return result;
  const reasons = new Set(failures.map(({ message }) => message));
  throw conflict(['No invoices were created.', ...reasons].join(' '));
}

/** The page of the batch, which has a link to each draft. */
function pageAfter({ runId, isFinished }: RunResult): string {
  if (runId === null) return '/work-logs';
  return `/work-logs/invoice-runs/${runId}${isFinished ? '' : `?${AWAITED}`}`;
}

/** No toast while a run goes on: its page shows the progress, and the toast once it has ended. */
function toastAfter(result: RunResult): ToastMessage | null {
  if (result.runId === null) return { text: 'There was nothing to invoice' };
  return result.isFinished ? toastOfRun(result) : null;
}

/** The fields of a client on which its invoices depend. */
const OF_CLIENTS =
  /^(name|email|billing.*|invoice.*|dueIn|lines|lineText|smallestMinutes|vatTreatment|poNumber|xeroContacts)$/;
const OF_SETTINGS = /^(xero\.|invoices\.)/;
const MOST = 5;

/**
 * What changed of the invoices of a preview since an entry of the history, by whom, in a sentence or two: their logs,
 * their clients, other invoices of theirs, and the settings. `shown` are the clients that were shown.
 */
function sayChangedSince(
  services: Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> },
  since: number,
  { groups, shown }: { groups: InvoiceGroup[]; shown: Iterable<number> },
): string {
  const clients = new Set([...shown, ...groups.map(({ client }) => client.id)]);
  const logs = new Set(
    groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.logs.map(({ id }) => id))),
  );
  const isOfThese = ({ kind, recordId, before, after }: ReadEntry): boolean => {
    const was = { ...after, ...before };
    const changed = Object.keys(before ?? {});
    switch (kind) {
      case 'work-log':
        if (recordId !== null && logs.has(recordId)) return true;
        // A log that could go on the invoice before, and now cannot, or belongs to another client.
        return before !== null && clients.has(Number(was.clientId)) && was.isInvoiced !== true;
      case 'client':
        return clients.has(recordId ?? 0) && changed.some((name) => OF_CLIENTS.test(name));
      case 'invoice':
        return before === null && clients.has(Number(was.clientId));
      default:
        return Object.keys(was).some((name) => OF_SETTINGS.test(name));
    }
  };
  const found = new Map<string, string>();
  for (const entry of entriesSince(services, since).filter(isOfThese)) {
    const name = nameRecord(entry.kind, entry.recordId, entry.after ?? entry.before ?? {});
    const how = sentenceOf(sayEntry(entry, services.config.timeZone));
    if (!found.has(name)) found.set(name, `${name} (${entry.by}: ${how})`);
  }
  if (found.size === 0) return 'No log, client or setting: something in Xero, or the date.';
  const more = found.size - MOST;
  const said = [...found.values()].slice(0, MOST).join('; ');
  return `What changed: ${said}${more > 0 ? `; and ${more} more` : ''}.`;
}
