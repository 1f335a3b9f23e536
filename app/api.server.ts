import { AI_API } from './ai/api.server.ts';
import type { ApiTable } from './auth/api-route.server.ts';
import { CLIENTS_API } from './clients/api.server.ts';
import { DASHBOARD_API } from './dashboard/api.server.ts';
import { HISTORY_API } from './history/api.server.ts';
import { JOBS_API } from './jobs/api.server.ts';
import { INVOICES_API } from './invoices/api.server.ts';
import { PENDING_API } from './pending-work-logs/api.server.ts';
import { REPORTS_API } from './reports/api.server.ts';
import { SETTINGS_API } from './settings/api.server.ts';
import { TODOIST_API } from './todoist/api.server.ts';
import { IMPORTS_API } from './transfer/in/api.server.ts';
import { USERS_API } from './people/api.server.ts';
import { WORK_LOGS_API, TIMER_API } from './work-logs/api.server.ts';
import { WORK_TYPES_API } from './work-types/api.server.ts';
import { XERO_API } from './xero/api.server.ts';

/** Every address of the JSON API: a table for each room. */
export const API: ApiTable = {
  ...USERS_API,
  ...CLIENTS_API,
  ...JOBS_API,
  ...WORK_TYPES_API,
  ...WORK_LOGS_API,
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
