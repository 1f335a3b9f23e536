import { json } from '@remix-run/node';
import { actOutside, type ApiTable } from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { undoInTurn } from './carry-out.server.ts';
import {
  getBegunImport,
  CONFIRM_FILE,
  doubtsOfFile,
  findImport,
  listProblems,
} from './staged.server.ts';
import {
  toImportView,
  addImport,
  beginReading,
  forgetLook,
  forgetOldLooks,
} from './imports.server.ts';
import { fingerprintOf, once } from '../../http/once/one-time-keys.server.ts';
import { invalid, ProductError } from '../../lib/errors.ts';
import { lastOf } from '../../lib/filter-search.ts';
import type { UserView } from '../../users/users.ts';
import { NO_CHOICES, readSurvey, type Choices } from './choices.ts';
import type { ImportServices } from './import-file.server.ts';
import { dropUpload, partsOf, storeUpload, type Upload } from './upload.server.ts';

const WHAT = 'The import';

export const IMPORTS_API: ApiTable = {
  '/api/imports': {
    /** The body is the file; `?dry=1` says what it would do and changes nothing. */
    POST: {
      handle: async ({ request, context, user, url }) => {
        const { status, data, isReplay } = await receiveFile(context, { request, user, url });
        return json(data, { status, headers: isReplay ? { 'Idempotency-Replayed': 'true' } : {} });
      },
    },
  },
  '/api/imports/:id': {
    /** How far it is, what came of it. */
    GET: ({ context, params }) =>
      toImportView(context, getBegunImport(context, toId(params.id, WHAT))),
    /** Takes away all that it made. */
    DELETE: actOutside(async ({ context, params }) => {
      await undoInTurn(context, toId(params.id, WHAT), null);
      return noContent();
    }),
  },
};

type Sent = { request: Request; user: UserView; url: URL };

/** The answer to a file that the API was sent. */
type Received = { status: number; data: object; isReplay: boolean };

const KEY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/**
 * Takes a file as a request's body. Throws 415, 413, 400 for a bad query, 422 for a key that was used for another
 * file.
 */
async function receiveFile(services: ImportServices, sent: Sent): Promise<Received> {
  const { request, user, url } = sent;
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^text\/csv\s*(;|$)/i.test(type)) {
    throw new ProductError(415, 'Send the file itself as the body, with Content-Type: text/csv.');
  }
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) {
    throw new ProductError(415, 'Send the file itself as the body, without Content-Encoding.');
  }
  const choices = readQuery(url.searchParams);
  const key = keyOf(request);
  const upload = await storeUpload(services, partsOf(request));
  await services.longWrites.over();
  await forgetOldLooks(services);
  const file = { fileName: 'Sent through the API', storedAs: upload.storedAs };
  if (lastOf(url.searchParams, 'dry') === '1') {
    const id = addImport(services, user, { ...file, choices });
    return { status: 200, data: await look(services, user, id), isReplay: false };
  }
  const add = () => ({
    id: addImport(services, user, { ...file, choices: { ...choices, writesAtOnce: true } }),
  });
  const { id, isReplay } =
    key === null ? { ...add(), isReplay: false } : addOnce(services, { ...sent, key, upload, add });
  if (isReplay) dropUpload(services, upload);
  else void beginReading(services, user, id);
  return { status: 202, data: { id }, isReplay };
}

const WORDS = ['confirm', 'dates', 'dry', 'edits', 'money', 'skip', 'zeroRates'];

/** Throws 400 for a word that is not known, too: a file that was only to be looked at would be imported. */
function readQuery(query: URLSearchParams): Partial<Choices> {
  const other = [...query.keys()].find((name) => !WORDS.includes(name));
  if (other !== undefined) {
    const words = new Intl.ListFormat('en-GB').format(WORDS);
    const said = `There is no “${other}” here, so nothing was imported. There are ${words}.`;
    throw invalid(other, said);
  }
  const flags = ['dry', 'skip'];
  for (const name of flags) {
    if (!['0', '1', null].includes(lastOf(query, name))) throw unknown(name, '1');
  }
  const word = <Word extends string>(name: string, ...words: Word[]): Word | null => {
    const said = lastOf(query, name);
    const found = words.find((one) => one === said) ?? null;
    if (said !== null && found === null) throw unknown(name, words.join(' or '));
    return found;
  };
  return {
    skips: lastOf(query, 'skip') === '1',
    confirms: word('confirm', CONFIRM_FILE) !== null,
    dayOrder: word('dates', 'day-first', 'month-first'),
    foreignMoney: word('money', 'pounds', 'rules') ?? NO_CHOICES.foreignMoney,
    zeroRates: word('zeroRates', 'ours', 'keep') ?? NO_CHOICES.zeroRates,
    edits: word('edits', 'apply') && 'all',
  };
}

function unknown(path: string, words: string): ProductError {
  const message = `“${path}” should be ${words}, or be left out.`;
  return new ProductError(400, message, [{ path, message }]);
}

function keyOf(request: Request): string | null {
  const key = request.headers.get(KEY_HEADER);
  if (key === null || (key !== '' && key.length <= MAX_KEY_LENGTH)) return key;
  throw new ProductError(400, `${KEY_HEADER} should have 1 to ${MAX_KEY_LENGTH} characters.`);
}

type Keyed = Sent & { key: string; upload: Upload; add: () => { id: number } };

function addOnce(services: ImportServices, { user, url, key, upload, add }: Keyed) {
  const fingerprint = fingerprintOf('POST', url.pathname, url.search, upload.hash);
  const result = once(services, { userId: user.id, key, fingerprint }, add);
  if (result.outcome === 'done') return { ...result.answer, isReplay: result.isReplay };
  dropUpload(services, upload);
  throw new ProductError(
    422,
    `This ${KEY_HEADER} was used for another request. Nothing was changed; use a new key.`,
  );
}

/** The most problems that are listed. */
const MOST_PROBLEMS = 10_000;

/** Reads a file, says what it would do, and forgets it. Throws 400 for a file that cannot be read. */
async function look(services: ImportServices, user: UserView, id: number) {
  await beginReading(services, user, id);
  const row = findImport(services, id);
  const doubts = doubtsOfFile(services, id);
  const problems = listProblems(services.db, id, { most: MOST_PROBLEMS });
  await forgetLook(services, id);
  if (row === null) throw new ProductError(409, 'The server is being stopped. Please try again.');
  if (row.status === 'failed')
    throw new ProductError(400, row.message ?? 'The file cannot be read.');
  const survey = readSurvey(row.survey);
  const ofHeader = survey?.needsColumns ? [{ line: 1, message: row.message ?? '' }] : [];
  return {
    new: row.newCount,
    known: row.knownCount,
    changed: row.changedCount,
    leftOut: row.leftOutCount,
    problems: [...ofHeader, ...problems.map(({ line, message }) => ({ line, message }))],
    problemCount: row.problemCount + ofHeader.length,
    ...(doubts === null ? {} : { message: doubts, confirm: CONFIRM_FILE }),
  };
}
