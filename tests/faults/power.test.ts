import { describe, expect, test } from 'vitest';
import { breakDisk, cutPowerOften, fillDisk, killOften, loseFiles } from '#tests/power/power.ts';
import { hasCompiler } from '#tests/power/shim.ts';

/** A short version of `npm run prove -- power`, always with the same seed. */
const SEED = 20_261_123;

const NOTHING = { lost: 0, malformed: 0, half: 0, untold: 0 };

// What stands between the product and its disk is written in C (tests/power/disk.c).
describe.skipIf(!hasCompiler())('when the power or the disk fails', () => {
  test('a power cut at any point loses nothing that was acknowledged', async () => {
    const proof = await cutPowerOften('as it is', { points: 120, seed: SEED, rounds: 1 });
    expect(proof.examples).toEqual([]);
    expect(proof.losses).toEqual(NOTHING);
    expect(proof.states).toBeGreaterThan(100);
    expect(proof.looked).toBeGreaterThan(1_500);
  });

  // `npm run prove -- power` has a control with OFF, too, which loses more.
  test('but with synchronous=NORMAL alone something is lost: the control', async () => {
    const { losses } = await cutPowerOften('NORMAL', { points: 60, seed: SEED, rounds: 1 });
    expect(losses.lost + losses.malformed).toBeGreaterThan(0);
  });

  test('a kill at any call to the disk loses nothing that was acknowledged', async () => {
    const { faults, kills, acknowledged } = await killOften(6, SEED);
    expect(faults).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(6);
    expect(acknowledged).toBeGreaterThan(20);
  });

  test('a broken or full disk is said, and when it is mended all goes on', async () => {
    const { faults, failed, refused } = await breakDisk(34, SEED);
    expect(faults).toEqual([]);
    expect(failed).toBeGreaterThan(10);
    expect(refused).toBeGreaterThan(5);
  });

  test('a file that is lost under the server loses nothing that was acknowledged', async () => {
    const { faults, refused, acknowledged } = await loseFiles(4, SEED);
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(8);
    expect(acknowledged).toBeGreaterThan(10);
  });

  test('but it does where the server does not look: the control', async () => {
    const { faults, refused } = await loseFiles(4, SEED, true);
    expect(refused).toBe(0);
    expect(faults).not.toEqual([]);
  });

  test('invoices on a full disk are in Xero once, when there is room again', async () => {
    const { faults, full, invoices } = await fillDisk(6);
    expect(faults).toEqual([]);
    expect(full).toBeGreaterThan(1);
    expect(invoices).toBeGreaterThan(3);
  });
});
