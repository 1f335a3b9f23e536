import { json } from '@remix-run/node';
import { z } from 'zod';
import {
  actOutside,
  read,
  runKeyed,
  type ApiCall,
  type ApiTable,
} from '../../auth/api-route.server.ts';
import { id, instant, text } from '../../records/answers.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { undoInTurn } from './carry-out.server.ts';
import { findImport, getBegunImport } from './import-row.server.ts';
import { addImport, forget, forgetOldLooks, resultOf, toImportView } from './imports.server.ts';
import { conflict, invalid, ProductError } from '../../lib/errors.ts';
import { lastOf } from '../../lib/filter-search.ts';
import type { UserView } from '../../users/users.ts';
import { ANSWERS, answersIn, type Choices } from './choices.ts';
import { carryOn, removeFile, type ImportServices } from './import-file.server.ts';
import { CONFIRM_FILE, doubtsOfFile, listProblems } from './staged.server.ts';
import { partsOf, storeUpload } from './upload.server.ts';

const WHAT = 'The import';

const FLAG = ['1', '0'];

/** The questions whose word is not their name. */
const CALLED: Readonly<Record<string, string>> = { dayOrder: 'dates', foreignMoney: 'money' };

const ANSWERED = Object.entries(ANSWERS).map(([name, answers]): [string, string[]] => [
  CALLED[name] ?? name,
  Object.keys(answers).filter((answer) => answer !== 'ask'),
]);

const OTHERS: [string, string[]][] = [
  ['confirm', [CONFIRM_FILE]],
  ['dry', FLAG],
  ['edits', ['apply']],
  ['skip', FLAG],
];

const WORDS: ReadonlyMap<string, string[]> = new Map([...ANSWERED, ...OTHERS].sort());

const count = z.int().min(0);
const result = {
  new: count,
  known: count,
  changed: count,
  leftOut: count,
  problemCount: count,
  notRead: z.array(text).optional(),
  problems: z.array(z.strictObject({ line: count, message: text })),
};

const Import = z
  .strictObject({
    id,
    status: z.enum(['running', 'done', 'failed', 'undone']),
    fileName: text,
    ...result,
    message: text.nullable(),
    confirm: text.optional(),
    linesRead: count,
    startedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ title: 'Import' });

const Looked = z.strictObject({
  ...result,
  message: text.optional(),
  confirm: text.optional(),
});

const SENT = {
  called: 'importFile',
  takes: 'text/csv',
  isKeyed: true,
  query: z.object(
    Object.fromEntries([...WORDS].map(([name, answers]) => [name, z.enum(answers).optional()])),
  ),
  gives: { 200: Looked, 202: z.strictObject({ id }) },
} as const;

export const IMPORTS_API: ApiTable = {
  '/api/imports': {
    scope: 'log',
    /** The body is the file; `?dry=1` says what it would do and changes nothing. */
    POST: { said: SENT, handle: receiveFile },
  },
  '/api/imports/:id': {
    scope: 'log',
    GET: read({ called: 'getImport', gives: Import }, ({ context, params }) =>
      toImportView(context, getBegunImport(context, toId(params.id, WHAT))),
    ),
    DELETE: actOutside(
      { called: 'undoImport', gives: { 204: null } },
      async ({ context, params }) => {
        await undoInTurn(context, toId(params.id, WHAT), null);
        return noContent();
      },
    ),
  },
};

/**
 * Takes a file as a request's body. Throws 415, 413, 400 for a bad query, 422 for a key that was used for another file.
 */
async function receiveFile(call: ApiCall): Promise<Response> {
  const { request, context, user, url } = call;
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^text\/csv\s*(;|$)/i.test(type)) {
    throw new ProductError(415, 'Send the file itself as the body, with Content-Type: text/csv.');
  }
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) {
    throw new ProductError(415, 'Send the file itself as the body, without Content-Encoding.');
  }
  const choices = readQuery(url.searchParams);
  const upload = await storeUpload(context, partsOf(request));
  await context.longWrites.over();
  await forgetOldLooks(context);
  const add = (more: Partial<Choices>) =>
    addImport(context, user, {
      fileName: 'Sent through the API',
      storedAs: upload.storedAs,
      choices: { ...choices, ...more },
    });
  if (lastOf(url.searchParams, 'dry') === '1') return json(await look(context, user, add({})));
  const begun: number[] = [];
  try {
    return runKeyed(call, upload.hash, () => {
      const id = add({ writesAtOnce: true });
      begun.push(id);
      return { status: 202, data: { id } };
    });
  } finally {
    if (begun.length === 0) removeFile(context, upload);
    for (const id of begun) void carryOn(context, user, id);
  }
}

/** Throws 400 for a word that is not known, too: a file that was only to be looked at would be imported. */
function readQuery(query: URLSearchParams): Partial<Choices> {
  for (const name of query.keys()) {
    const answers = WORDS.get(name);
    if (answers === undefined) {
      const words = new Intl.ListFormat('en-GB').format(WORDS.keys());
      throw invalid(
        name,
        `There is no “${name}” here, so nothing was imported. There are ${words}.`,
      );
    }
    if (answers.includes(lastOf(query, name) ?? '')) continue;
    const may = answers === FLAG ? '1' : answers.join(' or ');
    throw invalid(name, `“${name}” should be ${may}, or be left out.`);
  }
  return {
    // Nobody looks at what is proposed.
    projects: 'none',
    ...answersIn((name) => lastOf(query, CALLED[name] ?? name)),
    skips: lastOf(query, 'skip') === '1',
    confirms: query.has('confirm'),
    edits: query.has('edits') ? 'all' : null,
  };
}

/** Reads a file, says what it would do, and forgets it. Throws 400 for a file that cannot be read. */
async function look(services: ImportServices, user: UserView, id: number) {
  await carryOn(services, user, id);
  const row = findImport(services, id);
  if (row === null) throw conflict('The server is being stopped. Please try again.');
  const doubts = doubtsOfFile(services, id);
  const problems = listProblems(services.db, id);
  await forget(services, row);
  if (row.status === 'failed')
    throw new ProductError(400, row.message ?? 'The file cannot be read.');
  const ofHeader = row.survey?.needsColumns ? [{ line: 1, message: row.message ?? '' }] : [];
  return {
    ...resultOf(row),
    problems: [...ofHeader, ...problems],
    problemCount: row.problemCount + ofHeader.length,
    ...(doubts === null ? {} : { message: doubts, confirm: CONFIRM_FILE }),
  };
}
