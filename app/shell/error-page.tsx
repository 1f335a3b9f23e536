import { isRouteErrorResponse, Link } from '@remix-run/react';
import { useEffect } from 'react';
import { readUnauthorized, sayKept } from '../auth/unauthorized.ts';
import { PlainButtonLink } from '../ui/button.tsx';
import type { Toast } from '../ui/toast/toast.ts';
import { PlainPage } from '../ui/dialog/plain-page.tsx';

/** Where a signed-out visitor of a protected screen is sent. */
export const LOGIN_PATH = '/api/login';
/** How long scripts wait before they go there, in milliseconds. */
const LOGIN_DELAY = 500;

/** The toast for somebody who is signed out, from the data of the 401. */
export function unauthorizedToast(data: unknown): Toast {
  return { id: 'unauthorized', variant: 'destructive', ...readUnauthorized(data) };
}

/** The heading and title of the page for an error. */
export function errorTitle(error: unknown): string {
  if (!isRouteErrorResponse(error) || error.status >= 500) return 'Something went wrong';
  if (error.status === 401) return 'You are logged out';
  if (error.status === 404) return '404 Page Not Found';
  return 'This did not work';
}

/** The page for whatever a loader, an action or a screen threw. */
export function ErrorPage({ error }: { error: unknown }) {
  return <PlainPage title={errorTitle(error)}>{contentFor(error)}</PlainPage>;
}

const NOTHING_HERE = 'There is nothing at this address. The link may be old, or mistyped.';

function contentFor(error: unknown) {
  if (!isRouteErrorResponse(error) || error.status >= 500) return <Fault />;
  if (error.status === 401) return <Unauthorized kept={sayKept(error.data)} />;
  if (error.status === 404) return <Refused sentence={NOTHING_HERE} />;
  // Remix's own message is for programmers.
  if (error.status === 405) return <Refused sentence="Nothing can be sent to this address." />;
  return <Refused sentence={sentenceOf(error.data)} />;
}

function sentenceOf(data: unknown): string {
  return typeof data === 'string' && data !== ''
    ? data
    : 'This could not be done. No changes were made.';
}

function Unauthorized({ kept }: { kept: string | null }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      window.location.assign(LOGIN_PATH);
    }, LOGIN_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <>
      <p>You will be taken to sign-in in a moment, and come back here afterwards.</p>
      {kept === null ? null : <p>{kept}</p>}
      <p>
        <PlainButtonLink href={LOGIN_PATH}>Log In</PlainButtonLink>
      </p>
    </>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <>
      <p>{sentence}</p>
      <p>
        <Link to="/" className="link">
          Go to the start page
        </Link>
      </p>
    </>
  );
}

function Fault() {
  return (
    <>
      <p>The fault is on our side and was logged. What you saved before is still there.</p>
      <p>
        Go back and try again. If it happens again, tell whoever runs this service what you did, and
        when.
      </p>
      <p>
        <a href="/" className="link">
          Go to the start page
        </a>
      </p>
    </>
  );
}
