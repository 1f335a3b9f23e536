import type { User } from '#db/schema.ts';
import type { Scope } from '#db/words.ts';

/** A live token of a program, and for whom it acts. */
export type Token = {
  id: number;
  name: string;
  scopes: readonly Scope[];
  /** How many days back it may write; null: any. */
  writesBackDays: number | null;
  user: Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;
};
