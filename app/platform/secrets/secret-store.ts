import type { SealedValue } from './key-check.server.ts';

/** A place in the database that holds secrets, as a change of the key must know of it. */
export type SecretStore = {
  /** What is kept there, for people: `The Todoist token`. Empty where nothing is. */
  names: () => string[];
  /** The stored secrets as they are sealed, whatever the key. */
  sealed: () => SealedValue[];
  /** Seals each anew, by its purpose and as it was sealed. Part of the caller's transaction. */
  reseal: (resealed: (purpose: string, sealed: string) => string) => void;
  /** Deletes them, and what is nothing without them. Part of the caller's transaction. */
  forget: () => void;
};
