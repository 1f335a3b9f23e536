import { afterEach, expect, test } from 'vitest';
import {
  discardServerProcesses,
  startServerProcess,
} from '#tests/support/server/server-process.ts';

const DEMO = { program: 'sandbox/demo.ts' };

afterEach(discardServerProcesses);

test('the demo listens on the port in PORT, and says so when that is taken', async () => {
  const demo = await startServerProcess(DEMO);
  await demo.waitFor(demo.url);
  expect((await fetch(`${demo.url}/up`)).status).toBe(200);
  const second = await startServerProcess({ ...DEMO, environment: { PORT: String(demo.port) } });
  expect(await second.ended()).toBe(1);
  expect(second.output().stderr).toContain(`Another program listens on PORT ${demo.port}.`);
  demo.child.kill('SIGTERM');
  expect(await demo.ended()).toBe(0);
});
