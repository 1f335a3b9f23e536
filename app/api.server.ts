import { AI_API } from './ai/api.server.ts';
import { change, type ApiCall, type ApiTable, type Writer } from './auth/api-route.server.ts';
import { CLIENTS_API } from './clients/api.server.ts';
import { DASHBOARD_API } from './dashboard/api.server.ts';
import { HISTORY_API } from './history/api.server.ts';
import { JOBS_API } from './jobs/api.server.ts';
import { INVOICES_API } from './invoices/api.server.ts';
import { PENDING_API } from './pending-work-logs/api.server.ts';
import { proposeLog } from './pending-work-logs/evidence/evidence.server.ts';
import { toProposedView } from './pending-work-logs/pending-work-logs.ts';
import { Proposed } from './records/answers.server.ts';
import { REPORTS_API } from './reports/api.server.ts';
import { SETTINGS_API } from './settings/api.server.ts';
import { TODOIST_API } from './todoist/api.server.ts';
import { IMPORTS_API } from './transfer/in/api.server.ts';
import { USERS_API } from './people/api.server.ts';
import { WORK_LOGS_API, TIMER_API } from './work-logs/api.server.ts';
import { LineBody, workOfLine } from './work-logs/line/line.server.ts';
import { WORK_LOG_JSON, WorkLogBody, type WorkLogInput } from './work-logs/work-logs.ts';
import { WORK_TYPES_API } from './work-types/api.server.ts';
import { XERO_API } from './xero/api.server.ts';

/** What a token that may only propose asks for waits in review. */
function propose(input: WorkLogInput, { context, user, token }: ApiCall) {
  return {
    status: 202 as const,
    data: toProposedView(proposeLog(context, user, input, token?.name)),
  };
}

const GIVES = { called: 'proposeWorkLog', gives: { 202: Proposed } };
const PROPOSALS: Record<string, Writer> = {
  '/api/work-logs': change({ ...GIVES, body: WorkLogBody, known: WORK_LOG_JSON }, propose),
  '/api/work-logs/line': change({ ...GIVES, body: LineBody }, ({ line, clientId }, call) =>
    propose(workOfLine(call.context, line, clientId), call),
  ),
};

/** Reviewing stands above logging, so these meet here. */
const withProposals = (table: ApiTable): ApiTable =>
  Object.fromEntries(
    Object.entries(table).map(([address, row]) => {
      const proposal = PROPOSALS[address];
      return [address, proposal && row.scope ? { ...row, propose: proposal } : row];
    }),
  );

/** Every address of the JSON API: a table for each room. */
export const API: ApiTable = {
  ...USERS_API,
  ...CLIENTS_API,
  ...JOBS_API,
  ...WORK_TYPES_API,
  ...withProposals(WORK_LOGS_API),
  ...TIMER_API,
  ...PENDING_API,
  ...INVOICES_API,
  ...XERO_API,
  ...TODOIST_API,
  ...AI_API,
  ...SETTINGS_API,
  ...DASHBOARD_API,
  ...REPORTS_API,
  ...HISTORY_API,
  ...IMPORTS_API,
};
