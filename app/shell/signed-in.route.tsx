import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { getSignedIn, requireUser } from '../auth/guard.server.ts';
import { toUserView } from '../users/users.ts';
import { Navigation } from './navigation.tsx';

/** Signed out, only the start page goes on: it is the landing page then. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = await getSignedIn(request, context);
  if (signedIn) return { user: toUserView(signedIn.user) };
  if (new URL(request.url).pathname === '/') return { user: null };
  return { user: toUserView(await requireUser(request, context)) };
}

/** The frame of every signed-in screen: navigation at the side, the screen beside it. */
export default function SignedInLayout() {
  const { user } = useLoaderData<typeof loader>();
  if (user === null) return <Outlet />;
  return (
    <div className="lg:flex">
      <Navigation user={user} />
      <main id="main" className="min-w-0 flex-1 px-4 py-5 sm:px-6 lg:px-8 lg:py-8">
        <div className="mx-auto grid max-w-6xl gap-5">
          <Outlet />
        </div>
      </main>
    </div>
  );
}
