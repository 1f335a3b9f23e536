import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveBack, giveBackWhenIdle } from './give-back.ts';

const IDLE = 10_000;

describe('Memory is given back', () => {
  let collected = 0;
  const collect = () => {
    collected += 1;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    collected = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Begins a request; gives what ends it. */
  function begin(handle: ReturnType<typeof giveBackWhenIdle>): () => void {
    const response = new EventEmitter();
    let passed = 0;
    handle({} as unknown as Request, response as unknown as Response, () => (passed += 1));
    expect(passed).toBe(1);
    return () => response.emit('close');
  }

  function answer(handle: ReturnType<typeof giveBackWhenIdle>, times: number): void {
    for (let time = 0; time < times; time += 1) begin(handle)();
  }

  test('once after many requests, when none has come for a while', () => {
    const handle = giveBackWhenIdle(collect, { requests: 3, idle: IDLE });
    answer(handle, 3);
    vi.advanceTimersByTime(IDLE - 1);
    expect(collected).toBe(0);
    vi.advanceTimersByTime(1);
    expect(collected).toBe(1);
    answer(handle, 2);
    vi.advanceTimersByTime(10 * IDLE);
    expect(collected).toBe(1);
    answer(handle, 1);
    vi.advanceTimersByTime(IDLE);
    expect(collected).toBe(2);
  });

  test('never while requests keep coming, or one is under way', () => {
    const handle = giveBackWhenIdle(collect, { requests: 3, idle: IDLE });
    for (let time = 0; time < 20; time += 1) {
      answer(handle, 1);
      vi.advanceTimersByTime(IDLE / 2);
    }
    const end = begin(handle);
    vi.advanceTimersByTime(10 * IDLE);
    expect(collected).toBe(0);
    end();
    vi.advanceTimersByTime(IDLE);
    expect(collected).toBe(1);
  });
});

test('Where Node cannot be asked for it, nothing is done', () => {
  expect(globalThis.gc).toBeUndefined();
  expect(giveBack).not.toThrow();
});

test('What V8 keeps of a large heap after any other collection is given back by this one', () => {
  const script = `
    let kept = [];
    for (let number = 0; number < 1_500_000; number += 1) kept.push({ number, text: 'x' + number });
    kept = null;
    gc();
    gc();
    const { rss: collected } = process.memoryUsage();
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    console.log(JSON.stringify([collected, process.memoryUsage().rss]));`;
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--eval', script]);
  const sizes = JSON.parse(String(stdout)) as number[];
  const [collected = 0, given = 0] = sizes.map((bytes) => bytes / 2 ** 20);
  expect(collected - given).toBeGreaterThan(20);
});
