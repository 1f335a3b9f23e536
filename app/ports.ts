import type { Ledger } from './invoices/ledger.ts';
import type {
  CompletedTask,
  TaskSource,
  TasksQuery,
} from './pending-work-logs/import/task-source.ts';
import type { XeroAccess } from './xero/client/xero.server.ts';

/**
 * What comes from outside, as the product knows it: types alone, so that whoever uses a service reaches none of what
 * stands behind it.
 */
export type Ports = {
  /** Null: people sign in with printed links. */
  identityProvider: IdentityProvider | null;
  todoist: Todoist;
  /** Where completed tasks are imported from. */
  taskSource: TaskSource;
  /** The accounting system that invoices go to. */
  ledger: Ledger;
  /** Access to Xero, for its settings; null: the operator has registered no app with Xero. */
  xero: XeroAccess | null;
  /** Rewrites descriptions, with the key from Settings. */
  ai: Ai;
  /** Makes the copies of the database that go out, without its secrets. */
  exports: Exports;
};

/** The text to rewrite, and the person's own prompt; a blank one means the default prompt. */
export type DescriptionRequest = { text: string; prompt?: string | null };

/** A service with OpenAI's chat API: OpenAI itself, or a local one. */
export type Ai = {
  /** The longest that a call may take, its repetition included, in milliseconds. */
  timeoutMs: number;
  /**
   * Asks the service whether it accepts the key, at no cost. A service without a list of models, or
   * a key that may not read it, passes. Throws an `AiError`; only `key-refused` says that the key
   * itself is bad.
   */
  checkKey(apiKey: string): Promise<void>;
  /**
   * Gives the text rewritten for an invoice, trimmed and never blank. Throws an `AiError`, or the
   * signal's reason as soon as the signal is raised.
   */
  describe(apiKey: string, request: DescriptionRequest, signal?: AbortSignal): Promise<string>;
};

/** A person as the identity provider knows them: its address, and its own name for them. */
export type Identity = { issuer: string; subject: string };

/** A picture as it is kept and sent; `type` is what its bytes say that it is. */
export type Picture = { type: string; bytes: Buffer };

/** What a provider tells about the person who signs in. */
export type IdentityProfile = {
  /** Lower case. Null when the provider gives no email, or does not vouch for it. */
  email: string | null;
  /** The email that the provider does not vouch for: anybody may have entered it there. */
  unverifiedEmail?: string;
  firstName: string | null;
  lastName: string | null;
  /** Where the provider says that their picture is. */
  pictureUrl?: string | null;
  /** Null when the provider names nobody, and for a sign-in by link. */
  identity: Identity | null;
};

/** Signs people in at an OpenID Connect provider. */
export type IdentityProvider = {
  /** Throws a Response that redirects to the provider's own sign-in page. */
  begin(request: Request): Promise<never>;
  /** Reads the provider's answer. Throws an Error when it is not a sign-in that we began. */
  finish(request: Request): Promise<IdentityProfile>;
  /** Fetches a person's picture from the provider. Throws where it gives none that can be kept. */
  picture(address: string, closing: AbortSignal): Promise<Picture>;
};

/** Whose completions are read: in shared projects those of others are there, too. */
export type Whose = 'own' | 'everyone';

/**
 * Reads from Todoist. Every function throws a TodoistError, a kind of TaskSourceError, when that
 * fails.
 */
export type Todoist = {
  /** Whether Todoist accepts the token. */
  checkToken: (token: string) => Promise<boolean>;
  /**
   * Completions in batches as they arrive, in no fixed order and none twice, so that a caller may
   * keep those that came before a fault.
   */
  readCompletions: (
    token: string,
    query: TasksQuery,
    whose?: Whose,
  ) => AsyncGenerator<CompletedTask[]>;
};

/** Makes the copies of the database that go out. */
export type Exports = {
  /**
   * Makes a copy without secrets for a person; the signal ends it early. The person can have another
   * only once this one has ended. Throws 409, and 503 with why it could not be made.
   */
  begin: (userId: number, signal: AbortSignal) => Promise<ExportedCopy>;
};

/** A copy of the database, which `end` removes. */
export type ExportedCopy = { file: string; end: () => void };
