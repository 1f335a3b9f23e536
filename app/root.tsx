import {
  json,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { getSignedIn } from './auth/guard.server.ts';
import { formTokenOfPage } from './auth/sessions/sessions.server.ts';
import { needsOlderStyles } from './http/browser-age.ts';
import { chosenTheme, type Theme } from './http/device-choices.ts';
import { styleSheetFor } from './http/style-sheet.ts';
import { takeToast } from './http/toast.server.ts';
import { ErrorPage, errorTitle, LOGIN_PATH, unauthorizedToast } from './shell/error-page.tsx';
import { PRODUCT_NAME, pageTitle } from './lib/product.ts';
import { restoredNotice } from './invoices/unmatched/closed.server.ts';
import { loadFrameTimer } from './work-logs/timer/timer-screen.server.ts';
import { FormTokenContext } from './ui/form.tsx';
import { KeepPage } from './ui/scripts/keep-page.tsx';
import { KeptScroll } from './ui/scripts/kept-scroll.tsx';
import { PersonContext } from './ui/scripts/kept-typing.ts';
import { LineNotice } from './ui/scripts/line-notice.tsx';
import { displayName, type UserView } from './users/users.ts';
import startScript from './ui/scripts/start.js?raw';
import { NonceContext } from './ui/scripts/styles-first.tsx';
import { LiteContext } from './ui/progress/progress-panel.tsx';
import { isTextBrowser, TextBrowserContext } from './ui/text-browser.ts';
import { ToastContext } from './ui/toast/toast.ts';
import { ToastRegion } from './ui/toast/toast-region.tsx';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error, matches }) =>
  error === undefined ? [{ title: PRODUCT_NAME }] : pageTitle(errorTitle(error))({ matches });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = getSignedIn(request, context);
  const { toast, headers } = await takeToast(context);
  const token = signedIn ? formTokenOfPage(context.appSecret, signedIn) : null;
  return json(
    {
      toast,
      user: signedIn ? inFrame(signedIn.user) : null,
      timer: signedIn ? loadFrameTimer(context, signedIn.user) : null,
      restored: (signedIn && restoredNotice(context)) ?? undefined,
      // For the service worker, which dates forms without a line.
      timeZone: context.config.timeZone,
      formToken: token,
      nonce: context.nonce,
      // Left out where it is not so: a page is as light as can be.
      isLite: context.isLite || undefined,
      theme: chosenTheme(context.cookies),
      isTextBrowser: isTextBrowser(request.headers.get('User-Agent')) || undefined,
      hasOlderStyles: needsOlderStyles(request.headers.get('User-Agent')) || undefined,
    },
    { headers },
  );
}

function inFrame(user: UserView) {
  const { id, profileImageUrl } = user;
  return { id, name: displayName(user), image: profileImageUrl ?? undefined };
}

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' });

const PAGE_END_ID = 'page-end';
/** After the start script, which changes the page, or the browser would style it twice. */
const PAGE_WHOLE_ID = 'page-whole';

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const error = useRouteError();
  const isUnauthorized = isRouteErrorResponse(error) && error.status === 401;
  const theme = data?.theme;
  return (
    <html
      lang="en-GB"
      data-person={data?.user?.id}
      data-time-zone={data?.timeZone}
      data-theme={theme}
      data-lite={data?.isLite ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {/* The colour of the browser's bar: --raised in each theme. */}
        {theme === 'dark' ? null : (
          <meta name="theme-color" content="#ffffff" media={mediaOf(theme, 'light')} />
        )}
        {theme === 'light' ? null : (
          <meta name="theme-color" content="#1a1c20" media={mediaOf(theme, 'dark')} />
        )}
        {isUnauthorized ? <meta httpEquiv="refresh" content={`1;url=${LOGIN_PATH}`} /> : null}
        {/* Shows nothing before the whole page is there, since a half page would move. */}
        <link rel="expect" href={`#${PAGE_WHOLE_ID}`} {...{ blocking: 'render' }} />
        <Meta />
        <link rel="stylesheet" href={styleSheetFor(data?.hasOlderStyles ?? false)} />
        <Links />
      </head>
      <body>
        <KeepPage>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <PendingBar />
          <LineNotice />
          <FormTokenContext.Provider value={data?.formToken ?? null}>
            <ToastRegion
              toast={isUnauthorized ? unauthorizedToast(error.data) : (data?.toast ?? null)}
            />
            <PersonContext.Provider value={data?.user?.id ?? null}>
              <TextBrowserContext.Provider value={data?.isTextBrowser ?? false}>
                <LiteContext.Provider value={data?.isLite ?? false}>
                  <NonceContext.Provider value={data && !data.isLite ? data.nonce : null}>
                    <ToastContext.Provider value={data?.toast ?? null}>
                      {children}
                    </ToastContext.Provider>
                  </NonceContext.Provider>
                </LiteContext.Provider>
              </TextBrowserContext.Provider>
            </PersonContext.Provider>
          </FormTokenContext.Provider>
          {/* The start script puts the other scripts here; React leaves the contents alone. */}
          <div
            id={PAGE_END_ID}
            hidden
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: '' }}
          />
          {/* An error page after a post has no data, so no nonce: the browser would block scripts. */}
          {data && !data.isLite ? <PageScripts nonce={data.nonce} /> : null}
          <div id={PAGE_WHOLE_ID} hidden />
        </KeepPage>
      </body>
    </html>
  );
}

/** Where no theme is chosen, the system's counts. */
const mediaOf = (chosen: Theme | undefined, system: Theme) =>
  chosen === undefined ? `(prefers-color-scheme: ${system})` : undefined;

/**
 * The start script, and the others in a template, which a browser leaves alone until the start script moves them out.
 * In the browser React renders the template empty: a template's contents are not its children.
 */
function PageScripts({ nonce }: { nonce: string }) {
  return (
    <>
      <KeptScroll />
      <template id="scripts">{import.meta.env.SSR ? <Scripts nonce={nonce} /> : null}</template>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? startScript : '' }}
      />
    </>
  );
}

function PendingBar() {
  const isPending = useNavigation().state !== 'idle';
  return isPending ? <div className="pending-bar" role="progressbar" aria-label="Loading" /> : null;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  // An error with a stack is a script's own, for KeepPage: the server sends errors without stacks.
  if (!import.meta.env.SSR && error instanceof Error && error.stack !== undefined) throw error;
  return <ErrorPage error={error} />;
}
