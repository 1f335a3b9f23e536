import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getSignedIn } from '../auth/guard.server.ts';
import { loadWorkLogsPage } from '../work-logs/list/work-logs-screen.server.ts';
import { WorkLogsScreen } from '../work-logs/list/work-logs-screen.tsx';
import { Landing } from './landing.tsx';
import { openedElsewhere, takeLandingError } from './landing-error.server.ts';
import { PRODUCT_NAME, PRODUCT_TAGLINE } from '../lib/product.ts';

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
  return json({ screen: null, error: error ?? openedElsewhere(context) }, { headers });
}

export default function Home() {
  const { screen, error } = useLoaderData<typeof loader>();
  return screen ? <WorkLogsScreen {...screen} /> : <Landing error={error} />;
}
