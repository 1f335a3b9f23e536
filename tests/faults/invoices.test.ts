import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChildren, type Children } from '#tests/exactly-once/children.ts';
import { findLeaks, sum } from '#tests/exactly-once/report.ts';
import { runMany } from '#tests/exactly-once/run-many.ts';
import type { Place, Result } from '#tests/exactly-once/story.ts';
import { makeTemplate } from '#tests/exactly-once/world.ts';

/** A short version of `npm run prove -- exactly-once`, always with the same schedules. */
const SEED = 20_261_121;
const FEW = 24;

/** In milliseconds: a busy machine takes long to start some dozens of processes. */
const PATIENCE = 240_000;

let place: Place;
let children: Children;
let results: Result[];

beforeAll(async () => {
  await import('xero-node');
  const folder = await mkdtemp(join(tmpdir(), 'tallyhour-invoices-'));
  children = createChildren();
  place = { folder, template: join(folder, 'template.sqlite'), children };
  makeTemplate(place.template);
  results = await runMany(place, { seed: SEED, count: 90, control: 'none' });
}, PATIENCE);

afterAll(async () => {
  await children.close();
  await rm(place.folder, { recursive: true, force: true });
});

describe('whatever happens to Xero and to the process', () => {
  test('every billable log is on one invoice, or on none and free', () => {
    expect(findLeaks(results)).toEqual([]);
  });

  test('although there were faults, dead processes and unknown outcomes: the control', () => {
    expect(new Set(results.flatMap(({ met }) => met)).size).toBeGreaterThan(8);
    const killed = results.filter(({ isKilled, deaths }) => isKilled && deaths.length > 0);
    expect(killed.length).toBeGreaterThan(3);
    const deaths = results.flatMap((result) => result.deaths);
    expect(new Set(deaths).size).toBeGreaterThan(4);
    expect(results.some(({ unknown }) => unknown > 0)).toBe(true);
    expect(results.some(({ forgottenKeys }) => forgottenKeys > 0)).toBe(true);
    expect(results.filter(({ takenBack }) => takenBack > 0).length).toBeGreaterThan(9);
  });

  test('but without key and reference, logs are on two invoices', async () => {
    const careless = await runMany(place, { seed: SEED, count: FEW, control: 'no-reference' });
    expect(sum(careless, 'duplicate')).toBeGreaterThan(0);
  });

  test.each(['free-early', 'free-again'] as const)(
    'and where what was taken back is free too early, or twice, logs are on two invoices: %s',
    async (control) => {
      const careless = await runMany(place, { seed: SEED, count: FEW, control });
      expect(sum(careless, 'duplicate')).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  test('and without claims, logs are lost', async () => {
    const careless = await runMany(place, { seed: SEED, count: FEW, control: 'no-claim' });
    expect(sum(careless, 'lost')).toBeGreaterThan(0);
  });
});
