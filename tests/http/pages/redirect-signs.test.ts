import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let work: { clientId: string; workTypeId: string; duration: string };
let logId: number;

beforeEach(async () => {
  server().setClock(new Date('2026-04-01T12:00:00Z'));
  visitor = await visitSignedIn(server());
  const clientId = addClient(server(), 'Thorn');
  const workTypeId = addWorkType(server(), 'Support');
  work = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
  logId = addLog(server(), { clientId, workTypeId, day: '2026-03-31' });
});

const logs = async () => {
  const answer = await visitor.api('GET', '/api/work-logs');
  return z.array(z.object({ date: z.string() })).parse(answer.json());
};

/** A place to go back to, of which a header cannot hold a sign; and as it can be asked for. */
const BACK = '/clients?q=Łódź€é😀\ud800';
const WRITTEN = '/clients?q=%C5%81%C3%B3d%C5%BA%E2%82%AC%C3%A9%F0%9F%98%80%EF%BF%BD';
const IN_QUERY = '%2Fclients%3Fq%3D%C5%81%C3%B3d%C5%BA%E2%82%AC%C3%A9%F0%9F%98%80%EF%BF%BD';

describe('a press that leads to an address with signs that no header can hold', () => {
  test.each([
    ['%E2%82%AC', '/week?of=%E2%82%AC'],
    ['2026%0A-03', '/week?of=2026%0A-03'],
    ['2026-03%00', '/week?of=2026-03%00'],
  ])('in the week %s', async (of, to) => {
    const answer = await visitor.post(`/week?of=${of}`, { later: String(logId) });
    expect([answer.status, answer.location]).toEqual([303, to]);
    expect((await logs()).map(({ date }) => date.slice(0, 10))).toEqual(['2026-04-01']);
    // A refusal leads there, too.
    const refused = await visitor.post(`/week?of=${of}`, { later: 'none' });
    expect([refused.status, refused.location]).toEqual([303, to]);
  });

  test.each([
    ['/work-logs/quick-log', IN_QUERY, () => work, 2],
    ['/work-logs/new', IN_QUERY, () => work, 2],
    ['/work-logs/1/edit', IN_QUERY, () => work, 1],
    ['/work-logs/line', null, () => ({ line: '1h thorn support done', back: BACK }), 2],
    ['/timer/start', null, () => ({ back: BACK }), 1],
    ['/work-logs/repeat', null, () => ({ repeat: String(logId), back: BACK }), 2],
    ['/work-logs/1/undo', null, () => ({ goTo: BACK }), 0],
  ])('from %s', async (path, back, fields, count) => {
    const at = path.replace('/1/', `/${logId}/`);
    const answer = await visitor.post(back === null ? at : `${at}?back=${back}`, fields());
    expect([answer.status, answer.location]).toEqual([303, WRITTEN]);
    expect(await logs()).toHaveLength(count);
  });
});
