import { Worker, workerData } from 'node:worker_threads';
import { endThread, makeGate, passBy } from '#db/open-file.server.ts';
import { BackupError } from './backup-files.server.ts';

/** What a thread says when it ends: what it made, or what a person is told, or what only the log is. */
export type Outcome<Made> =
  { made: Made } | { refusal: string; damage: string | null } | { fault: string };

/** What a thread is given to begin with. */
type OfThread = { order: unknown; gate: SharedArrayBuffer };

/**
 * Makes something in a thread of its own, which `module` is the code of and gets the order. The signal
 * ends it early; `ended` is then the sentence for people. `onStep` is told of the steps that the thread
 * names. Throws a BackupError, or an Error with what the thread said.
 */
export async function runInThread<Made>(
  module: string,
  order: unknown,
  signal: AbortSignal,
  ended: string,
  onStep: (step: string) => void = () => undefined,
): Promise<Made> {
  const gate = makeGate();
  const given: OfThread = { order, gate };
  const worker = new Worker(module, {
    workerData: given,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const stop = () => void endThread(worker, gate);
  signal.addEventListener('abort', stop);
  try {
    const outcome = await new Promise<Outcome<Made>>((resolve, reject) => {
      let said: Outcome<Made> | null = null;
      worker.on('message', (message: Outcome<Made> | { step: string }) => {
        if ('step' in message) onStep(message.step);
        else said = message;
      });
      worker.once('error', reject);
      // Only once the thread has ended has it closed the database.
      worker.once('exit', () => {
        if (said) resolve(said);
        else reject(new BackupError(ended));
      });
    });
    if ('made' in outcome) return outcome.made;
    if ('refusal' in outcome) throw new BackupError(outcome.refusal, outcome.damage);
    throw new Error(outcome.fault);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** In a thread, first of all: gives what it was ordered to make. */
export function orderOfThread(): unknown {
  const { order, gate } = workerData as OfThread;
  passBy(gate);
  return order;
}

/** In a thread: makes what was ordered, as the thread's outcome. */
export async function outcomeOf<Made>(make: () => Made | Promise<Made>): Promise<Outcome<Made>> {
  try {
    return { made: await make() };
  } catch (error) {
    if (error instanceof BackupError) return { refusal: error.message, damage: error.damage };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
