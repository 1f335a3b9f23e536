/** Random numbers, the same for the same seed. */
export type Random = {
  /** From 0 to below `count`. */
  below: (count: number) => number;
  /** True once in so many times, on average. */
  oneIn: (count: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

/** Mulberry32: small, quick, and good enough to choose faults with. */
export function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}
