import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { checkerAt, openApi, type Operation, type Part } from '../../support/openapi.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

type Address = { method: string; path: string; operation: Operation };

const TAKE_JSON: Address[] = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'])
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const bodyOf = ({ operation }: Address): Part =>
  operation.requestBody?.content['application/json']?.schema ?? {};

/** The part that a reference means. */
function resolved(part: Part): Part {
  if (typeof part.$ref !== 'string') return part;
  const [, ...names] = part.$ref.split('/');
  return names.reduce<Part>((at, name) => at[name] as Part, openApi);
}

/** Texts for the patterns that there are. */
const TEXTS = ['x', '12.50', '1', '2026-11-02', '2026-11-02T09:00:00Z', 'zero', '14 days'];

/** Values that a schema allows: of each choice one, the shortest and the longest text. */
function valuesOf(schema: Part): unknown[] {
  const part = resolved(schema);
  if (Array.isArray(part.anyOf)) return part.anyOf.flatMap((one) => valuesOf(one as Part));
  if (Array.isArray(part.enum)) return part.enum;
  if ('const' in part) return [part.const];
  return [part.type].flat().flatMap((type) => valuesOfType(part, type));
}

function valuesOfType(part: Part, type: unknown): unknown[] {
  if (type === 'null') return [null];
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') {
    return [part.minimum ?? 1, part.maximum].filter((one) => one !== undefined && one !== 0);
  }
  if (type === 'array') return [valuesOf((part.items ?? {}) as Part).slice(0, 1)];
  if (type === 'object') return objectsOf(part);
  if (type !== 'string') return [];
  if (part.format === 'email') return ['somebody@example.com'];
  const pattern = new RegExp(typeof part.pattern === 'string' ? part.pattern : '');
  const text = TEXTS.find((one) => pattern.test(one)) ?? '';
  const longest = typeof part.maxLength === 'number' ? 'x'.repeat(part.maxLength) : text;
  return pattern.test(longest) ? [text, longest] : [text];
}

/** The fields that have to be there, all of them, and each of the others with each of its values. */
function objectsOf(part: Part): Part[] {
  const fields = Object.entries((part.properties ?? {}) as Record<string, Part>).filter(
    ([name, field]) => field.readOnly !== true && name !== 'confirm',
  );
  const required = (part.required ?? []) as string[];
  const firsts = fields.map(([name, field]) => [name, valuesOf(field)[0]] as const);
  const least = Object.fromEntries(firsts.filter(([name]) => required.includes(name)));
  const others = fields.flatMap(([name, field]) =>
    valuesOf(field).map((value) => ({ ...least, [name]: value })),
  );
  return [least, Object.fromEntries<unknown>(firsts), ...others];
}

/** What refuses a body that has the right shape: a rule about fields together, or about what they mean. */
const MEANT = [
  /^Time is not rounded, so this has no effect\./,
  /^This (client|work type|job) does not exist\. Choose another/,
  /^A job stays with its client\./,
  /^Choose the client of this job, too\.$/,
  /^Choose what to (fill in|change)/,
  /^Say which tasks:/,
  /^The work must have ended at least half a minute after it began\.$/,
  /^Both start and end dates are required$/,
  /^Please enter duration/,
  /^One work log can be at most 100 hours long\./,
  /^Enter the (start|end), too, or no (start|end)\.$/,
  /^Name the work logs, by “ids” or by a “filter”/,
  /^Only one of .* can be set at once\.$/,
  /^Say one of “set”, “delete” and “duplicate”\.$/,
  /^Say whose work logs: “clientId” or “workTypeId”\.$/,
  // A line is read for what it means.
  /^Add a (client|work type|duration)\b/,
  /^The (client|work type) is not clear\./,
];

/** An address with ids of records that are there, made anew. */
function makeAddress({ path }: Address): string {
  const { server } = shared();
  const clientId = addClient(server, `Acme ${crypto.randomUUID()}`);
  const workTypeId = addWorkType(server, `Support ${crypto.randomUUID()}`);
  const ids: Record<string, () => number> = {
    clients: () => clientId,
    'work-types': () => workTypeId,
    'work-logs': () => addLog(server, { clientId, workTypeId }),
    worklogs: () => addLog(server, { clientId, workTypeId }),
    'pending-worklogs': () => addPendingLog(server, { clientId, workTypeId, duration: 30 }),
  };
  const room = path.split('/')[2] ?? '';
  return path
    .replace('{id}', () => String(ids[room]?.() ?? 1))
    .replace('{email}', 'nobody%40example.com')
    .replace('{itemId}', '1');
}

const send = ({ method }: Address, to: string, body: unknown) =>
  shared().visitor.api(method, to, body);

const NAMED = TAKE_JSON.map((address): [string, Address] => [
  `${address.method} ${address.path}`,
  address,
]);

test('there are bodies to try', () => {
  expect(NAMED.length).toBeGreaterThan(35);
});

describe.each(NAMED)('%s', (_, address) => {
  const place = ['paths', address.path, address.method.toLowerCase()];
  const check = checkerAt(...place, 'requestBody', 'content', 'application/json', 'schema');

  test('refuses nothing of what the document allows for its shape', async () => {
    const to = makeAddress(address);
    for (const body of objectsOf(bodyOf(address))) {
      expect([body, check(body), check.errors]).toEqual([body, true, null]);
      const answer = await send(address, to, body);
      if (answer.status !== 400) continue;
      const said = JSON.stringify(body).slice(0, 300);
      const { issues = [] } = answer.json() as { issues?: { path: string; message: string }[] };
      for (const { path, message } of issues) {
        const isMeant = MEANT.some((one) => one.test(message));
        expect([said, path, message, isMeant]).toEqual([said, path, message, true]);
      }
    }
  });

  test('refuses what the document forbids', async () => {
    const to = makeAddress(address);
    const { properties = {}, required = [] } = bodyOf(address);
    const [least = {}, whole = {}] = objectsOf(bodyOf(address));
    const wrong: Part[] = [{ ...whole, nobodyKnows: 1 }];
    for (const name of required as string[]) {
      wrong.push(Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name)));
    }
    for (const [name, field] of Object.entries(properties as Record<string, Part>)) {
      if (field.readOnly === true || name === 'confirm') continue;
      wrong.push({ ...least, [name]: { not: ['this'] } });
      const { maxLength } = [field, ...((field.anyOf ?? []) as Part[])]
        .map(resolved)
        .find((one) => one.maxLength !== undefined) ?? { maxLength: undefined };
      if (typeof maxLength === 'number')
        wrong.push({ ...least, [name]: 'x'.repeat(maxLength + 1) });
    }
    for (const body of wrong) {
      expect([body, check(body)]).toEqual([body, false]);
      const { status, text } = await send(address, to, body);
      // What is asked for may not be there, which is found first.
      const isRefused = status === 400 || (status === 404 && address.path.includes('{'));
      expect([JSON.stringify(body).slice(0, 300), isRefused, text]).toEqual([
        expect.any(String),
        true,
        text,
      ]);
    }
  });
});
