import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What this process holds after a garbage collection, in bytes: in V8's heap and beside it. Unlike the memory
 * that the system counts, it does not depend on what ran before, nor on when V8 last collected.
 */
export function heldBytes(): number {
  // What the first one frees beside the heap is counted off when the second one begins.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
