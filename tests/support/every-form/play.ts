import { seededRandom, startFlakyLine, type Fate, type LineCount } from '../server/flaky-line.ts';
import type { FormCase } from './form-case.ts';
import type { Act, Driver, Sending, Told } from './driver.ts';
import { startWorld, type Kept } from './world.ts';

export type Play = {
  /** All that is kept in the end. */
  kept: Kept;
  /** Whether records were changed, by each of the forms. */
  changed: boolean[];
  told: Told[];
  line: LineCount;
};

type Options = {
  times: number;
  /** Of ten requests so many are lost before the server, and of ten answers so many after it, divided by ten. */
  losses: number;
  seed: number;
  send: Driver;
  /** Does something on a good line, before the first form is sent. */
  before?: (sending: Sending) => Promise<void>;
};

/**
 * Sends a form so many times over a line, each time for something else. On a bad line the answer to the first is
 * certainly lost, and the form is sent again by a reload; that to the second, too, and it is sent again after Back; the
 * rest is chance.
 */
export async function play(of: FormCase, options: Options): Promise<Play> {
  const { times, losses, seed, send, before } = options;
  const world = await startWorld();
  const random = seededRandom(seed);
  let fates: Fate[] = [];
  const chances = { lostBefore: 0, lostAfter: 0 };
  const line = await startFlakyLine({
    to: world.server.url,
    random,
    isNewEachTime: true,
    get lostBefore() {
      return chances.lostBefore;
    },
    get lostAfter() {
      return chances.lostAfter;
    },
    fate: ({ method }) => (method === 'POST' ? (fates.pop() ?? null) : null),
  });
  try {
    const changed: boolean[] = [];
    const told: Told[] = [];
    for (let number = 1; number <= times; number += 1) {
      const sent = await of.at(world, number);
      await world.settled();
      const records = world.records();
      let acts = 0;
      const act = (): Act => {
        acts += 1;
        if (acts === 1 && number <= 2) return number === 1 ? 'reload' : 'back';
        return random() < 0.5 ? 'reload' : 'back';
      };
      const sending = { world, line, of, sent, act };
      if (number === 1) await before?.(sending);
      Object.assign(chances, { lostBefore: losses, lostAfter: losses });
      fates = losses > 0 && number <= 2 ? ['lost after'] : [];
      told.push(await send(sending));
      Object.assign(chances, { lostBefore: 0, lostAfter: 0 });
      await world.settled();
      changed.push(world.records() !== records);
    }
    return { kept: world.kept(), changed, told, line: line.count };
  } finally {
    await line.stop();
    await world.stop();
  }
}

/** What of all that is kept must be the same. */
export function sameOf({ mayRunAgain }: FormCase, { kept }: Play): unknown {
  if (mayRunAgain === undefined) return kept;
  return Object.values(kept.records)
    .map((record) => record.replace(/\["id",\d+\]/g, '["id"]'))
    .sort();
}
