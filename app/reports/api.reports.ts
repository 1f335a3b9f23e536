import { apiRoute } from '../auth/api-route.server.ts';
import { answerReport, toReportView } from './report.server.ts';

const route = apiRoute({
  GET: ({ context, url }) => toReportView(answerReport(context, url).report),
});

export const loader = route.loader;
export const action = route.action;
