import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { answerFile } from './answer-file.server.ts';

/** The files of all lists, `/work-logs.csv` and so on: one module under several addresses. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return answerFile(context, new URL(request.url));
}
