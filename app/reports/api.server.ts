import { z } from 'zod';
import { read, type ApiTable } from '../auth/api-route.server.ts';
import { pounds, text } from '../records/answers.server.ts';
import { Query } from './reports.ts';
import { answerReport, toReportView } from './report.server.ts';

const hours = z.number().describe('Hours, not rounded');

const amounts = {
  hours,
  net: pounds,
  billableHours: hours,
  invoicedNet: pounds,
  workedNet: pounds,
};

const Report = z.strictObject({
  rows: z.array(z.strictObject({ key: text, name: text, ...amounts })),
  total: z.strictObject(amounts),
});

export const REPORTS_API: ApiTable = {
  '/api/reports': {
    GET: read({ called: 'getReport', query: Query, gives: Report }, ({ context, url }) =>
      toReportView(answerReport(context, url).report),
    ),
  },
};
