import type { User } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import type { SentLater } from './form/sent-later.ts';
import type { TakeTurn } from './server/in-turn.ts';
import type { Token } from './token.ts';
import type { Unchanged } from './server/unchanged.ts';
import type { AskedBy } from '../lib/asked-by.ts';
import type { Toast } from '../ui/toast/toast.ts';

/** What Remix hands to every loader and action: the services, and this one request. */
export type RequestContext = Services & {
  /** The address that the request came from. */
  address: string;
  /** The host that the browser says it asked for: for what people read, and nothing else; '' where it is not known. */
  host: string;
  /** Whom a trusted proxy names as who comes (AUTH_HEADER), in its own words; null: nobody. */
  namedByProxy: string | null;
  /** The token with which a program comes; null: a person, or nobody. */
  token: Token | null;
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
export type SignedIn = {
  user: Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;
  sessionId: string;
  lastSeenAt: number;
};

declare module '@remix-run/server-runtime' {
  // Remix's own way to type its load context; only an interface can be merged.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions, @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends RequestContext {}
}
