import { z } from 'zod';
import { checkBody } from '../http/json-api.server.ts';
import { archivePendingLog, confirmPendingLog } from '../pending-work-logs/entries.server.ts';
import {
  getPendingLog,
  listPendingLogs,
  readPendingFilters,
} from '../pending-work-logs/pending-list.server.ts';
import {
  PendingBody,
  toPendingView,
  type NamedPendingLog,
} from '../pending-work-logs/pending-work-logs.ts';
import { checked } from '../lib/checked.ts';
import { nextOf, pageOf, searchOf, WHICH } from './look.server.ts';
import { changeAt, CHOICE, ONE, PAGE, reader, whole, writer } from './tool.server.ts';

const toTask = (entry: NamedPendingLog) => ({ ...toPendingView(entry), version: entry.version });

export const REVIEW = {
  list_review: reader({
    scope: 'read',
    description: 'Lists the tasks that wait in review, with what is suggested for them.',
    takes: z.object({ clientId: WHICH.clientId, ...PAGE }),
    run: ({ clientId, ...page }, { context }) => {
      const filters = checked(readPendingFilters(searchOf({ status: 'pending_review', clientId })));
      const { rows, hasMore } = listPendingLogs(context, filters, pageOf(page));
      const last = rows.at(-1);
      const next = nextOf(last && { date: last.completedAt.getTime(), id: last.id }, hasMore);
      return {
        say: `Tasks: ${rows.length}${hasMore ? ', and there are more' : ''}.`,
        data: { tasks: rows.map(toTask), next },
      };
    },
  }),
  confirm_review: writer({
    scope: 'review',
    description: 'Makes a work log of a task in review, with the fields that are given.',
    does: 'changes',
    takes: z.object({ ...ONE, ...CHOICE, duration: whole.describe('Minutes.').optional() }),
    run: ({ id, version, ...fields }, call) => {
      const change = checkBody(PendingBody, fields);
      const confirm = () => confirmPendingLog(call.context, id, change);
      const task = changeAt(call, getPendingLog, { id, version }, confirm);
      return { say: 'Confirmed: it is a work log now.', data: { task: toTask(task) } };
    },
  }),
  archive_review: writer({
    scope: 'review',
    description: 'Takes a task out of review as not billable; a person can put it back.',
    does: 'changes',
    takes: z.object(ONE),
    run: (one, call) => {
      const archive = () => archivePendingLog(call.context, one.id);
      const task = changeAt(call, getPendingLog, one, archive);
      return { say: 'Archived.', data: { task: toTask(task) } };
    },
  }),
};
