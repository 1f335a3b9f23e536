import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData, Link } from '@remix-run/react';
import { getSignedIn } from '../auth/guard.server.ts';
import { arrival } from '../auth/sign-in/by-proxy.server.ts';
import { loadWorkLogsPage } from '../work-logs/list/work-logs-screen.server.ts';
import { WorkLogsScreen } from '../work-logs/list/work-logs-screen.tsx';
import { openedElsewhere } from '../http/opened-elsewhere.ts';
import { takeLandingError } from './landing-error.server.ts';
import { PRODUCT_NAME, PRODUCT_TAGLINE } from '../lib/product.ts';
import { Check, Clock, FileText, Users, type LucideIcon } from 'lucide-react';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink, PlainButtonLink } from '../ui/button.tsx';
import { LOGIN_PATH } from './error-page.tsx';
import onDesktop from './pictures/work-logs.png';
import onPhone from './pictures/phone.png';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.screen ? `Work Logs · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · ${PRODUCT_TAGLINE}` },
];

/** Signed in, the start page is Work Logs; signed out, the landing page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = getSignedIn(request, context);
  if (signedIn) {
    return json({ screen: loadWorkLogsPage(context, request), error: null });
  }
  const { error, goTo, headers } = await takeLandingError(request, context);
  if (goTo !== null) throw redirect(goTo, { headers });
  const arriving = error === null ? await arrival(request, context) : null;
  if (arriving !== null) throw arriving;
  return json({ screen: null, error: error ?? openedElsewhere(context) }, { headers });
}

export default function Home() {
  const { screen, error } = useLoaderData<typeof loader>();
  return screen ? <WorkLogsScreen {...screen} /> : <Landing error={error} />;
}

const FEATURES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Clock,
    title: 'Smart Time Tracking',
    text: 'Log an hour in a few taps, or import the tasks that you completed in Todoist.',
  },
  {
    icon: FileText,
    title: 'Automated Invoicing',
    text: 'Drafts in Xero from your logs, each exactly once and to the penny, with a preview first.',
  },
  {
    icon: Users,
    title: 'Client Management',
    text: 'Standard, premium and discounted rates for each client, and a history that never reprices.',
  },
];

const CHECKLIST = [
  'Money in whole pence: no rounding surprises',
  'Every screen works without JavaScript, and on a slow connection',
  'CSV import: work from Toggl, Clockify, Harvest, Kimai or a spreadsheet, checked before it is saved',
  'Analytics dashboard: hours and revenue against the previous period, and reports by client and work type',
  'Filters and totals over everything you have logged',
  'Your data in one file on a machine of yours',
  'Only people on your approved list get in',
  'A JSON API for clients, logs, tasks and invoices',
];

function Landing({ error }: { error: string | null }) {
  return (
    <>
      <main id="main" tabIndex={-1} className="mx-auto grid max-w-5xl gap-10 px-5 py-10">
        <div className="grid max-w-2xl gap-5">
          <p className="font-semibold text-accent">{PRODUCT_NAME}</p>
          <h1 className="text-3xl font-semibold tracking-tight text-balance">{PRODUCT_TAGLINE}</h1>
          <p className="text-base text-muted">
            For consultants and small service providers: log your work, import completed tasks, send
            invoices to Xero, and keep it all on a machine of your own.
          </p>
          {error === null ? null : (
            <div className="grid gap-2">
              <Alert variant="destructive">{error}</Alert>
              <p className="text-muted">
                Do you run this service?{' '}
                <Link to="/connecting#sign-in" className="link">
                  Connecting sign-in, step by step
                </Link>
              </p>
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            <PlainButtonLink href={LOGIN_PATH}>Log In</PlainButtonLink>
            <ButtonLink to="/research" variant="secondary">
              Research Overview
            </ButtonLink>
          </div>
        </div>
        <ul className="grid gap-4 sm:grid-cols-3">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden="true" className="size-6 text-accent" />
              <h2 className="mt-2 font-semibold">{title}</h2>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <picture>
          <source media="(max-width: 40rem)" srcSet={onPhone} width={390} height={844} />
          <img
            src={onDesktop}
            alt="Work Logs: filters, totals and the list"
            width={1280}
            height={800}
            loading="lazy"
            className="h-auto w-full rounded-lg border border-line"
          />
        </picture>
        <section aria-labelledby="checklist">
          <h2 id="checklist" className="text-xl font-semibold tracking-tight">
            What you get
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2">
            {CHECKLIST.map((item) => (
              <li key={item} className="flex gap-3">
                <Check aria-hidden="true" className="size-5 shrink-0 text-success" />
                {item}
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-5xl gap-6 px-5 py-6 text-sm">
          <Link to="/terms" className="link">
            Terms
          </Link>
          <Link to="/privacy" className="link">
            Privacy
          </Link>
        </div>
      </footer>
    </>
  );
}
