import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { noteDownload } from '../history/note-act.server.ts';
import { orPage } from '../http/form/submit.server.ts';
import { answerReport } from './report.server.ts';
import { fileNameOf, toFile } from './report-file.ts';

/** Sends a report as a file: that of `/reports` at the same query. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { report, query } = orPage(() => answerReport(context, new URL(request.url)));
  if (request.method === 'GET') noteDownload(context, 'reports.csv');
  return new Response(toFile(report), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileNameOf(query)}"`,
      'Cache-Control': 'no-store',
    },
  });
}
