import { createCookie } from '@remix-run/node';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashOf } from '../../auth/sessions/sessions.server.ts';
import type { Services } from '../../context.server.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { cookieName, isSecure } from '../../http/cookie-name.ts';
import { secretsOf } from '../../platform/secrets/app-secret.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { activeOrganisation, type XeroServices } from './organisation.server.ts';
import { activate, readAnew, refreshTenants } from './organisations.server.ts';
import { requireOwnKey } from '../../platform/secrets/key-check.server.ts';
import { findConnection, requireAccess, storeNewTokens } from './tokens.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import { XERO_SCOPES } from '../client/identity.server.ts';

type Session = Pick<SignedIn, 'sessionId'>;

/** How long a person may take on Xero's page, in seconds. */
const STATE_SECONDS = 600;

const NOT_OURS =
  'Xero was not connected: the answer does not match a connection you started here in the last ten minutes. Press "Connect to Xero" again.';

/**
 * Xero shows on its own page whom it does not let connect, and which organisation has too many apps: all that comes back
 * from there is a Cancel.
 */
const DENIED =
  'Cancel was pressed in Xero. Press "Connect to Xero" again and allow access. If Xero did not offer your organisation: your role in it has to be Standard or Adviser, and it can have at most two apps that Xero has not certified, as this one is not. Disconnect another one in Xero: Settings, Connected apps.';
const BUSY = 'Xero has a fault of its own at the moment. Try again in a few minutes.';
const NO_PERMISSION = `Xero does not give this app what Tallyhour asks for (${XERO_SCOPES.join(', ')}). Whoever runs this server has to look at the app at developer.xero.com, or make a new one there.`;
const NO_ORGANISATION =
  'Xero let Tallyhour into no organisation, so no invoices can be created yet. Press "Connect to Xero" again and choose an organisation there; your role in it has to be Standard or Adviser.';

/** Why Xero's page sent somebody back without a code, by OAuth's own word. */
function reasonFor(error: string | null): string {
  switch (error) {
    case 'access_denied':
      return DENIED;
    case 'server_error':
    case 'temporarily_unavailable':
      return BUSY;
    case 'invalid_scope':
      return NO_PERMISSION;
    default: {
      const word = /^[a-z_]{1,40}$/.exec(error ?? '')?.[0] ?? 'no reason';
      return `Xero named ${word}. Whoever runs this server has to compare XERO_CLIENT_ID and the redirect URI with the app at developer.xero.com.`;
    }
  }
}

const StoredState = z.object({
  state: z.string().min(1),
  session: z.string(),
  /** In milliseconds since 1970. Checked here, since a browser may keep a cookie for too long. */
  endsAt: z.number(),
});
type StoredState = z.output<typeof StoredState>;

/** How many connections may be under way in one browser, in tabs of their own. */
const MOST_STATES = 5;

const STATE_PATH = '/api/xero';

function stateCookie(services: Pick<Services, 'config' | 'appSecret'>) {
  const { config } = services;
  return createCookie(cookieName(config, 'xero-state', STATE_PATH), {
    path: STATE_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    secrets: secretsOf(services),
    maxAge: STATE_SECONDS,
  });
}

type StateServices = Pick<Services, 'config' | 'appSecret' | 'clock'>;

/**
 * The sign-ins to Xero that this session began in this browser in the last ten minutes and that have no
 * answer yet, oldest first.
 */
async function begunBy(
  services: StateServices,
  { sessionId }: Session,
  request: Request,
): Promise<StoredState[]> {
  const stored: unknown = await stateCookie(services).parse(request.headers.get('Cookie'));
  const session = hashOf(sessionId);
  const now = services.clock().getTime();
  return [stored]
    .flat()
    .flatMap((one) => StoredState.safeParse(one).data ?? [])
    .filter((one) => one.endsAt > now && one.session === session);
}

/**
 * The address where a person lets the product into Xero, and the Set-Cookie header that later
 * proves that this session began it, beside what it began in other tabs. Throws 409 when the server's operator has registered no app, or
 * while the server has another key than what is stored.
 */
export async function beginAuthorisation(
  services: StateServices & Pick<Services, 'db' | 'xero'>,
  session: Session,
  request: Request,
): Promise<{ url: string; cookie: string }> {
  const { adapter } = requireAccess(services);
  requireOwnKey(services);
  const state = randomBytes(24).toString('base64url');
  const endsAt = services.clock().getTime() + STATE_SECONDS * 1000;
  const others = (await begunBy(services, session, request)).slice(1 - MOST_STATES);
  const begun: StoredState = { state, session: hashOf(session.sessionId), endsAt };
  const cookie = await stateCookie(services).serialize([...others, begun]);
  return { url: adapter.authorizeUrl(state), cookie };
}

/**
 * The Set-Cookie header that deletes the state of Xero's answer, so that it serves for one answer only; all states after an
 * answer to none of them.
 */
export async function forgetState(
  services: StateServices,
  session: Session,
  request: Request,
): Promise<string> {
  const answered = new URL(request.url).searchParams.get('state');
  const begun = await begunBy(services, session, request);
  const others = begun.filter(({ state }) => state !== answered);
  const cookie = stateCookie(services);
  return others.length === 0 || others.length === begun.length
    ? cookie.serialize('', { maxAge: 0 })
    : cookie.serialize(others);
}

/**
 * Takes the answer from Xero's page: stores the tokens first, then lists the organisations, and
 * makes the only one active. Gives null, or a sentence when the tokens are stored but the rest
 * failed and can be tried again. Throws 400 for an answer that this session did not ask for or that
 * says no, 409 without an app, and LedgerError from the exchange.
 */
export async function finishAuthorisation(
  services: XeroServices & Pick<Services, 'config'>,
  session: Session,
  request: Request,
): Promise<string | null> {
  const { adapter } = requireAccess(services);
  const answer = new URL(request.url).searchParams;
  const begun = await begunBy(services, session, request);
  const ours = begun.find(({ state }) => state === answer.get('state'));
  if (!ours) throw new ProductError(400, NOT_OURS);
  const code = answer.get('code');
  const isConnected = findConnection(services) !== null;
  if (answer.has('error') || !code) {
    const kept = isConnected ? 'The connection that there was is kept.' : 'Nothing was changed.';
    const reason = reasonFor(answer.get('error'));
    throw new ProductError(400, `Xero was not connected. ${kept} ${reason}`);
  }
  return onceFor(`${ours.state} ${code}`, isConnected, async () => {
    storeNewTokens(services, await adapter.exchangeCode(code));
    services.logger.info({ event: 'connected', to: 'xero' }, 'Xero was connected');
    return readOrganisations(services);
  });
}

/** The results of Xero's last answers, by state and code. */
const outcomes = new Map<string, { isOver: boolean; finished: Promise<string | null> }>();
const MOST_OUTCOMES = 20;

/**
 * Finishes an answer of Xero's once: whoever loads the page again while Xero is slow, or whose answer was lost, sends
 * the same code, which is used up by then. A failure leaves it to be tried again, and so does a connection that is gone.
 */
async function onceFor(
  answer: string,
  isConnected: boolean,
  finish: () => Promise<string | null>,
): Promise<string | null> {
  const known = outcomes.get(answer);
  if (known && (isConnected || !known.isOver)) return known.finished;
  const outcome = { isOver: false, finished: finish() };
  outcomes.set(answer, outcome);
  const [oldest] = outcomes.keys();
  if (oldest !== undefined && outcomes.size > MOST_OUTCOMES) outcomes.delete(oldest);
  try {
    return await outcome.finished;
  } catch (error) {
    outcomes.delete(answer);
    throw error;
  } finally {
    outcome.isOver = true;
  }
}

async function readOrganisations(services: XeroServices): Promise<string | null> {
  try {
    const tenants = await refreshTenants(services);
    const active = activeOrganisation(services);
    const [only] = tenants;
    if (!only) return NO_ORGANISATION;
    if (active !== null) await readAnew(services, active.tenantId);
    else if (tenants.length === 1) await activate(services, only.tenantId);
    return null;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    services.logger.warn({ error }, 'Xero was connected, but could not be read');
    return `Xero is connected, but your organisation could not be read. ${error.message}`;
  }
}
