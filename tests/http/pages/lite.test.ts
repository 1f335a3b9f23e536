import { expect, test } from 'vitest';
import { withToday } from '#app/offline/worker/say.ts';
import { todoistImports } from '#db/schema.ts';
import { controlOf } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

/** A page that shows how far an import is. */
async function pageOfRunningImport(lite: boolean): Promise<string> {
  const { db, clock } = server().services;
  const at = clock();
  db.insert(todoistImports)
    .values({ status: 'running', since: at, until: at, startedAt: at })
    .run();
  const visitor = await visitSignedIn(server());
  if (lite) visitor.cookies.set('lite', 'on');
  const { text } = await visitor.get('/pending-work-logs');
  expect(text).toContain('Importing from Todoist…');
  return text;
}

const IN_NOSCRIPT =
  '<noscript data-refresh="2"><meta http-equiv="refresh" content="2"/></noscript>';

test('In Lite a page of work in progress loads itself again, though the browser could run scripts', async () => {
  const text = await pageOfRunningImport(true);
  expect(text).toContain('<meta http-equiv="refresh" content="2"/>');
  expect(text).not.toContain('<noscript');
  expect(text).not.toContain('<script');
});

test('Elsewhere it does so only where scripts are off, or are not started', async () => {
  const text = await pageOfRunningImport(false);
  expect(text.replaceAll(IN_NOSCRIPT, '')).not.toContain('http-equiv="refresh"');
  expect(text).toContain(IN_NOSCRIPT);
});

test('A kept form takes the day of its address without a line, in Lite too, and today of the business', async () => {
  server().setClock(new Date('2026-11-20T12:00:00Z'));
  const visitor = await visitSignedIn(server());
  for (const lite of ['off', 'on']) {
    visitor.cookies.set('lite', lite);
    const { text } = await visitor.get('/work-logs/new');
    const dayIn = (html: string) => controlOf(html, 'date').value;
    expect(dayIn(text)).toBe('2026-11-20');
    expect(text).toContain(` data-time-zone="${server().services.config.timeZone}"`);
    const kept = { keptAt: Date.parse('2026-11-20T23:30Z'), now: Date.parse('2026-11-21T00:30Z') };
    expect(dayIn(withToday(text, { ...kept, asked: '2026-11-17' }))).toBe('2026-11-17');
    expect(dayIn(withToday(text, { ...kept, asked: undefined }))).toBe('2026-11-21');
  }
});
