import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { pageFor } from '../../http/submit.server.ts';
import { answerExport } from './answer-export.server.ts';

/** Everything at once, as one archive. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  try {
    return await answerExport(context, user, request);
  } catch (error) {
    throw pageFor(error);
  }
}
