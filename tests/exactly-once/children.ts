import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { LifeOrder } from './life.ts';

const MODULE = join(import.meta.dirname, 'child.ts');

/** A time limit for a life, in milliseconds: longer than any takes. */
const LONGEST_LIFE = 60_000;

/** What a child reports of a life that it survived: the error that the product threw, if any. */
export type Survived = { error: string | null };

/** Real processes, each of which lives one life after another until it kills itself. */
export type Children = {
  /** Lives one life. True when the process died by SIGKILL. Throws what the product threw. */
  live: (order: LifeOrder) => Promise<boolean>;
  /** Kills every process that was started. */
  close: () => Promise<void>;
};

/** Keeps processes ready, since starting one takes far longer than its life. */
export function createChildren(): Children {
  const all = new Set<ChildProcess>();
  const ready: ChildProcess[] = [];

  function start(): ChildProcess {
    const child = fork(MODULE, {
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'tallyhour-compile-cache') },
    });
    all.add(child);
    child.once('exit', () => all.delete(child));
    return child;
  }

  return {
    async live(order) {
      const child = ready.pop() ?? start();
      // The next one starts while this one works.
      if (order.crash !== null && ready.length === 0) ready.push(start());
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(LONGEST_LIFE)]);
      const ended = once(child, 'exit', { signal }).then(([, name]) => {
        if (name !== 'SIGKILL') throw new Error(`A process ended by ${String(name)}.`);
        return null;
      });
      const survived = once(child, 'message', { signal }).then(([said]) => said as Survived);
      ended.catch(() => undefined);
      survived.catch(() => undefined);
      child.send(order);
      const result = await Promise.race([ended, survived]);
      over.abort();
      if (result === null) return true;
      ready.push(child);
      if (result.error !== null) throw new Error(result.error);
      return false;
    },
    async close() {
      const ending = [...all].map((child) => once(child, 'exit'));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ending);
    },
  };
}
