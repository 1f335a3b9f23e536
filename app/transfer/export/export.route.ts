import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { pageFor } from '../../http/form/submit.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { answerExport } from './answer-file.server.ts';

/** Everything at once, as one archive. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  try {
    const answer = await answerExport(context, user, request);
    if (request.method === 'GET') noteDownload(context, 'export.zip');
    return answer;
  } catch (error) {
    throw pageFor(error);
  }
}
