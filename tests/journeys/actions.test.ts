import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/actions/table.ts';
import { isPromised, takeAll } from '#tests/actions/walk.ts';
import { WALKS } from '#tests/actions/walks.ts';
import { openWorld, type World } from '#tests/actions/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(async () => {
  await world.close();
});

test('Work takes no more keys, clicks and taps than promised, and than docs/actions.md says', async () => {
  const taken = await takeAll(world, WALKS, isPromised);
  expect(await faultsOf(taken, { mayBeNew: false })).toEqual([]);
});
