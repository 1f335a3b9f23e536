import type { Database } from '#db/connection.server.ts';
import type { Ai } from './ai/client/openai.server.ts';
import type { IdentityProvider } from './auth/sign-in/identity-provider.server.ts';
import type { Ledger } from './invoices/ledger.ts';
import type { Background } from './platform/background.server.ts';
import type { Backups } from './platform/backups/backups.server.ts';
import type { TaskSource } from './pending-work-logs/import/task-source.ts';
import type { Todoist } from './todoist/reading/todoist.server.ts';
import type { LongWrites } from './platform/long-writes.server.ts';
import type { Exports } from './transfer/export/exports.server.ts';
import type { XeroAccess } from './xero/connection/access.server.ts';
import type { AskedBy } from './lib/asked-by.ts';
import type { SentLater } from './http/form/sent-later.ts';
import type { TakeTurn } from './http/server/turns.ts';
import type { Unchanged } from './http/server/unchanged.ts';
import type { Toast } from './ui/toast/toast.ts';
import type { UserView } from './users/users.ts';
import type { SecretStore } from './platform/secrets/secret-store.ts';
import type { Config } from './platform/env.server.ts';
import type { Logger } from './platform/logger.server.ts';

/** The outside things that the product uses; tests pass their own. */
export type Services = {
  config: Config;
  /** Signs cookies and seals stored secrets. */
  appSecret: string;
  db: Database;
  /** Where the database holds what is sealed with it. */
  secretStores: SecretStore[];
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
  /** Runs work that goes on after the request that asked for it. */
  background: Background;
  /** Makes backups of the database, and knows those that there are. */
  backups: Backups;
  /** Makes the copies of the database that go out, without its secrets. */
  exports: Exports;
  /** Runs what writes for seconds, and whose turn it is to write beside it. */
  longWrites: LongWrites;
  /** Called at every step of work that must survive a crash; tests make it crash there. */
  checkpoint: (step: string) => void;
  /** The present instant. */
  clock: () => Date;
  logger: Logger;
};

/** What Remix hands to every loader and action: the services, and this one request. */
export type RequestContext = Services & {
  /** The address that the request came from. */
  address: string;
  /** The host that the browser says it asked for: for what people read, and nothing else. */
  host: string;
  /** Allows this page's own inline scripts (Content-Security-Policy). */
  nonce: string;
  /** True when a script of ours asks for data, false for a document. */
  isDataRequest: boolean;
  /** True when the page goes out without scripts: the browser saves data, or Lite is on. */
  isLite: boolean;
  /** The cookies that came with the request. */
  cookies: string;
  /** Who asks: only a person's request uses up what is shown once. */
  askedBy: AskedBy;
  /** Set when this form waited on a device for a line. */
  sentLater: SentLater | null;
  /** When this form was first sent, where its device says so; it may have been refused since. */
  sentAt: Date | null;
  /** Whose page sent this form, where the form says so. */
  pageOf: number | null;
  /** Tells pages that are as this person has them already. */
  unchanged: Pick<Unchanged, 'tagFor'>;
  /** For an answer in parts: waits for the next one's turn. */
  takeTurn: TakeTurn;
  /** What whoever sent this has confirmed of what is asked about (lib/doubts.ts). */
  confirmed: Set<string>;
  /** A toast for the page that this request answers with. */
  toast: Toast | null;
  /** Which form this request carries out, and with which contents. */
  formPrint?: string;
  /** What this document shows and its scripts need not know (ui/scripts/page-only.tsx). */
  pageOnly?: Record<string, unknown>;
  /** Why the page cannot be shown, when the machine is to blame; set as its loaders fail. */
  trouble?: string | null;
  /** Who is signed in, once it has been looked up; `undefined` before. */
  session?: SignedIn | null;
};

/** A live session and whose it is. */
export type SignedIn = { user: UserView; sessionId: string; lastSeenAt: number };

declare module '@remix-run/server-runtime' {
  // Remix's own way to type its load context; only an interface can be merged.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions, @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends RequestContext {}
}
