import { z } from 'zod';
import { hasScope } from '../auth/tokens/scopes.ts';
import { checkBody } from '../http/json-api.server.ts';
import { ProductError } from '../lib/errors.ts';
import { proposeLog } from '../pending-work-logs/evidence/evidence.server.ts';
import { deleteWorkLog } from '../work-logs/deletion.server.ts';
import { LineBody, logLine, workOfLine } from '../work-logs/line/line.server.ts';
import { EXAMPLE } from '../work-logs/line/say-line.ts';
import { WorkLogChangeBody, type WorkLogInput } from '../work-logs/work-logs.ts';
import { getWorkLog, updateWorkLog } from '../work-logs/work-logs.server.ts';
import { toLogged } from './look.server.ts';
import { changeAt, CHOICE, flag, ONE, text, whole, writer, type Call } from './tool.server.ts';

/** The work of a line. Throws 400; a token that may read nothing is told what is unclear, but no names. */
function workToPropose({ context }: Call, input: object): WorkLogInput {
  const { line, clientId } = checkBody(LineBody, input);
  try {
    return workOfLine(context, line, clientId);
  } catch (error) {
    if (!(error instanceof ProductError) || hasScope(context.token, 'read')) throw error;
    const message = 'This is missing, or not clear.';
    const issues = error.issues.map(({ path }) => ({ path, message }));
    throw new ProductError(400, 'The line lacks some of what a log needs.', issues);
  }
}

export const LOG = {
  log_work: writer({
    scope: 'log',
    description: `Logs work from one line of duration, client, work type, perhaps a job and a date, and a description, such as “${EXAMPLE}”. A token that may only propose puts it into review instead.`,
    does: 'adds',
    takes: z.object({
      line: text,
      clientId: CHOICE.clientId.describe('The client’s id, where the line does not name it.'),
    }),
    run: (input, { context }) => {
      const { line, clientId } = checkBody(LineBody, input);
      return toLogged(logLine(context, line, clientId));
    },
    propose: (input, call) => {
      const { context, user } = call;
      const { id } = proposeLog(context, user, workToPropose(call, input), context.token.name);
      const say = 'Not logged yet: it waits in review, where a person confirms it.';
      return { say, data: { id, status: 'pending_review' } };
    },
  }),
  correct_work_log: writer({
    scope: 'log',
    description: 'Changes the fields of a work log that are given, unless it is on an invoice.',
    does: 'changes',
    takes: z.object({
      ...ONE,
      ...CHOICE,
      jobId: CHOICE.jobId.nullable(),
      duration: whole.describe('Minutes.').optional(),
      hourlyRate: text.describe('Pounds, such as 60.00.').optional(),
      billable: flag.optional(),
      date: text.describe('The day, as YYYY-MM-DD.').optional(),
    }),
    run: ({ id, version, ...fields }, call) => {
      const change = checkBody(WorkLogChangeBody, fields);
      const correct = () => updateWorkLog(call.context, id, change);
      return toLogged(changeAt(call, getWorkLog, { id, version }, correct));
    },
  }),
  delete_work_log: writer({
    scope: 'log',
    description: 'Deletes a work log that is on no invoice; a person can undo it for an hour.',
    does: 'changes',
    takes: z.object(ONE),
    run: (one, call) => {
      changeAt(call, getWorkLog, one, () => {
        deleteWorkLog(call.context, one.id);
      });
      return { say: 'Deleted.', data: { id: one.id } };
    },
  }),
};
