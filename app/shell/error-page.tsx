import { isRouteErrorResponse, Link } from '@remix-run/react';
import { useEffect } from 'react';
import { PlainButtonLink } from '../ui/button.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

/** Where a signed-out visitor of a protected screen is sent, and after how long with scripts. */
export const LOGIN_PATH = '/api/login';
const LOGIN_DELAY = 500;

export const UNAUTHORIZED_TOAST = {
  id: 'unauthorized',
  title: 'Unauthorized',
  text: 'You are logged out. Logging in again...',
  variant: 'destructive',
} as const;

/** The page for whatever a loader, an action or a screen threw. */
export function ErrorPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <Fault />;
  switch (error.status) {
    case 401:
      return <Unauthorized />;
    case 404:
      return <NotFoundPage />;
    default:
      return error.status < 500 ? <Refused sentence={sentenceOf(error.data)} /> : <Fault />;
  }
}

function sentenceOf(data: unknown): string {
  return typeof data === 'string' && data !== ''
    ? data
    : 'This could not be done. Nothing was changed.';
}

function Unauthorized() {
  useEffect(() => {
    const timer = setTimeout(() => {
      window.location.assign(LOGIN_PATH);
    }, LOGIN_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <PlainPage title="You are logged out">
      <p>You will be taken to sign-in in a moment, and come back here afterwards.</p>
      <p>
        <PlainButtonLink href={LOGIN_PATH}>Log In</PlainButtonLink>
      </p>
    </PlainPage>
  );
}

/** What every unknown address shows, with status 404. */
export function NotFoundPage() {
  return (
    <PlainPage title="404 Page Not Found">
      <p>There is nothing at this address. The link may be old, or mistyped.</p>
      <p>
        <Link to="/" className="link">
          Go to the start page
        </Link>
      </p>
    </PlainPage>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <PlainPage title="This did not work">
      <p>{sentence}</p>
      <p>
        <Link to="/" className="link">
          Go to the start page
        </Link>
      </p>
    </PlainPage>
  );
}

function Fault() {
  return (
    <PlainPage title="Something went wrong">
      <p>
        The fault is on our side and has been written to the log. What you had saved before is still
        there.
      </p>
      <p>
        Go back and try again. If it happens again, tell whoever runs this service what you did, and
        when.
      </p>
      <p>
        <a href="/" className="link">
          Go to the start page
        </a>
      </p>
    </PlainPage>
  );
}
