import { expect, test } from 'vitest';
import { SANDBOX_TODOIST_TOKEN } from '#sandbox/todoist.ts';
import { addClient } from '../../support/data/entries.ts';
import { startTestServer } from '../../support/server/test-server.ts';
import { useTodoist } from '../../support/server/use-todoist.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';

const TOKEN = 'a-token-for-metrics';
const TODOIST_TOKEN = SANDBOX_TODOIST_TOKEN;

const todoist = useTodoist(() => ({ projects: [], tasks: [], completions: [] }));
const server = useServer(() => ({ METRICS_TOKEN: TOKEN, TODOIST_API_URL: todoist().url }));

const scrape = (token?: string) =>
  fetch(`${server().url}/metrics`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });

test('without a METRICS_TOKEN there is no /metrics', async () => {
  const plain = await startTestServer();
  try {
    expect((await visit(plain).get('/metrics')).status).toBe(404);
  } finally {
    await plain.stop();
  }
});

test('only who knows the token reads them', async () => {
  for (const token of [undefined, '', 'another', `${TOKEN}x`]) {
    const refused = await scrape(token);
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.text()).not.toContain('tallyhour_');
  }
  const answer = await scrape(TOKEN);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; .*version=0\.0\.4/);
});

test('requests are counted by route and status, without what an address names', async () => {
  const visitor = await visitSignedIn(server());
  const id = addClient(server(), 'Acme');
  await visitor.get(`/clients/${id}/edit`);
  await visitor.get('/api/approved-emails/robin@example.com');
  await visitor.get('/harbour-dental');
  const text = await (await scrape(TOKEN)).text();
  expect(text).toContain(
    'tallyhour_http_requests_total{route="/clients/:id/edit",method="GET",status="200"} 1\n',
  );
  expect(text).toContain('{route="/api/approved-emails/:email",method="GET",status="');
  expect(text).toContain('{route="/*",method="GET",status="404"} 1\n');
  expect(text).toContain(
    'tallyhour_http_request_duration_seconds_bucket{route="/clients/:id/edit",le="+Inf"} 1\n',
  );
  expect(text).toContain(
    'tallyhour_http_request_duration_seconds_count{route="/clients/:id/edit"} 1\n',
  );
  expect(text).not.toMatch(/robin|harbour/);
});

test('calls to a provider are counted by outcome', async () => {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/todoist/config', { apiToken: TODOIST_TOKEN });
  await visitor.api('POST', '/api/todoist/config', { apiToken: 'another' });
  const text = await (await scrape(TOKEN)).text();
  expect(text).toContain('tallyhour_provider_calls_total{provider="todoist",outcome="ok"} 1\n');
  expect(text).toMatch(/tallyhour_provider_calls_total\{provider="todoist",outcome="(?!ok)\w/);
});

test('the process, the database and the jobs are there, every line as Prometheus reads it', async () => {
  const text = await (await scrape(TOKEN)).text();
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/);
  }
  for (const name of [
    'tallyhour_event_loop_delay_seconds{quantile="0.99"}',
    'process_resident_memory_bytes',
    'tallyhour_database_bytes',
    'tallyhour_wal_bytes',
    'tallyhour_disk_free_bytes',
    'tallyhour_healthy',
    'tallyhour_job_running{job="todoist_import"}',
    'tallyhour_job_behind{job="invoices"}',
  ]) {
    expect(text).toContain(`\n${name} `);
  }
});
