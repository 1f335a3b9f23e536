import type { ApiTable } from '../auth/api-route.server.ts';
import { answerReport, toReportView } from './report.server.ts';

export const REPORTS_API: ApiTable = {
  '/api/reports': { GET: ({ context, url }) => toReportView(answerReport(context, url).report) },
};
