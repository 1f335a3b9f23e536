import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChildren, type Children } from '#tests/exactly-once/children.ts';
import { findLeaks, sum } from '#tests/exactly-once/report.ts';
import { runMany } from '#tests/exactly-once/run-many.ts';
import type { Place, Result } from '#tests/exactly-once/run-schedule.ts';
import { makeTemplate } from '#tests/exactly-once/world.ts';

/** A short part of `npm run test:exactly-once`, always the same. */
const SEED = 20_261_121;
const FEW = 24;

/** It starts some dozens of processes, which a busy machine takes its time for. */
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
  results = await runMany(place, { seed: SEED, count: 60, control: 'none' });
}, PATIENCE);

afterAll(async () => {
  await children.close();
  await rm(place.folder, { recursive: true, force: true });
});

describe('whatever becomes of Xero and of the process', () => {
  test('every billable log is on one invoice, or on none and free', () => {
    expect(findLeaks(results)).toEqual([]);
  });

  test('although faults were met, processes died and outcomes were unknown: the control', () => {
    expect(new Set(results.flatMap(({ met }) => met)).size).toBeGreaterThan(8);
    const killed = results.filter(({ isKilled, deaths }) => isKilled && deaths.length > 0);
    expect(killed.length).toBeGreaterThan(3);
    const deaths = results.flatMap((result) => result.deaths);
    expect(new Set(deaths).size).toBeGreaterThan(4);
    expect(results.some(({ unknown }) => unknown > 0)).toBe(true);
    expect(results.some(({ forgottenKeys }) => forgottenKeys > 0)).toBe(true);
  });

  test('but not without key and reference: then logs are on two invoices', async () => {
    const careless = await runMany(place, { seed: SEED, count: FEW, control: 'no-reference' });
    expect(sum(careless, 'duplicate')).toBeGreaterThan(0);
  });

  test('and not without claims: then logs are lost', async () => {
    const careless = await runMany(place, { seed: SEED, count: FEW, control: 'no-claim' });
    expect(sum(careless, 'lost')).toBeGreaterThan(0);
  });
});
