import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { answerFile, fileOf } from './answer-file.server.ts';

/** The files of all lists, `/work-logs.csv` and so on: one module under several addresses. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const url = new URL(request.url);
  return answerFile(context, url, () => {
    if (request.method === 'GET') noteDownload(context, fileOf(url));
  });
}
