import { expect, test } from 'vitest';
import { todoistImports } from '#db/schema.ts';
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
