import type { Scope } from '#db/words.ts';

/** A token to be made: `days` until it expires, `writesBackDays` how far back it may write; null: no limit. */
export type NewToken = {
  name: string;
  scopes: Scope[];
  days: number | null;
  writesBackDays: number | null;
};
