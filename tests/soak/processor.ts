import { existsSync, openSync, readSync } from 'node:fs';

/**
 * Gives what reads for how long this process's first thread had a processor, and for how long it could have run but had none,
 * in milliseconds.
 */
export function watchProcessor(): () => { busy: number; waited: number } {
  const statistics = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(statistics)) return () => ({ busy: 0, waited: 0 });
  const descriptor = openSync(statistics, 'r');
  const text = Buffer.alloc(100);
  return () => {
    const length = readSync(descriptor, text, 0, text.length, 0);
    const [busy, waited] = text.toString('latin1', 0, length).split(' ');
    return { busy: Number(busy) / 1e6, waited: Number(waited) / 1e6 };
  };
}
