import { z } from 'zod';
import { recordApi } from '../auth/api-record.server.ts';
import { change, read, type ApiTable } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { created, ok } from '../http/json-api.server.ts';
import { checked } from '../lib/checked.ts';
import { PendingWorkLog, Proposed, Rule } from '../records/answers.server.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  rejectPendingLog,
  updatePendingLog,
} from './entries.server.ts';
import { addEvidence, EvidenceBody } from './evidence/evidence.server.ts';
import {
  Filters,
  getPendingLog,
  listPendingLogs,
  readPendingFilters,
} from './pending-list.server.ts';
import { PendingBody, toPendingView, toProposedView } from './pending-work-logs.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from './rules/rules.server.ts';
import { RuleBody, toRuleView } from './rules/rules.ts';

const entry = recordApi({
  what: 'The pending work log',
  called: 'PendingWorkLog',
  find: getPendingLog,
  view: toPendingView,
  json: PendingWorkLog,
  known: Object.keys(PendingWorkLog.shape),
});

const RULE_JSON = Object.keys(Rule.shape);

const rule = recordApi({
  what: 'The rule',
  called: 'Rule',
  find: getRule,
  view: toRuleView,
  json: Rule,
  known: RULE_JSON,
});

const TOLD = {
  called: 'addPendingWorkLog',
  body: EvidenceBody,
  gives: { 200: PendingWorkLog, 201: PendingWorkLog },
};
const PROPOSED = { ...TOLD, gives: { 200: Proposed, 201: Proposed } };

const LISTED = {
  called: 'listPendingWorkLogs',
  query: Filters,
  isPaged: true,
  gives: z.array(PendingWorkLog),
} as const;

export const PENDING_API: ApiTable = {
  '/api/pending-worklogs': {
    scope: 'review',
    GET: read(LISTED, ({ context, url }) => {
      const filters = checked(readPendingFilters(url.searchParams));
      return answerList(context, url, {
        read: (page) => listPendingLogs(context, filters, page),
        cursorOf: ({ completedAt, id }) => ({ date: completedAt.getTime(), id }),
        toView: toPendingView,
      });
    }),
    // A repetition is answered with the entry, so it is safe without a key, too.
    POST: change(TOLD, (body, { context }) => {
      const { entry, isNew } = addEvidence(context, body);
      return (isNew ? created : ok)(toPendingView(entry));
    }),
    propose: change(PROPOSED, (body, { context }) => {
      const { entry, isNew } = addEvidence(context, body);
      return (isNew ? created : ok)(toProposedView(entry));
    }),
  },
  '/api/pending-worklogs/:id': {
    scope: 'review',
    GET: entry.read,
    PUT: entry.change(PendingBody, updatePendingLog),
    DELETE: entry.remove(rejectPendingLog, 'reject'),
  },
  '/api/pending-worklogs/:id/confirm': {
    scope: 'review',
    POST: entry.act('confirm', (context, id) => confirmPendingLog(context, id)),
  },
  '/api/pending-worklogs/:id/archive': {
    scope: 'review',
    POST: entry.act('archive', archivePendingLog),
  },
  '/api/rules': {
    scope: 'review',
    GET: read({ called: 'listRules', gives: z.array(Rule) }, ({ context }) =>
      listRules(context).map(toRuleView),
    ),
    POST: change(
      { called: 'createRule', body: RuleBody, known: RULE_JSON, gives: { 201: Rule } },
      (body, { context }) => created(toRuleView(createRule(context, body.rule, body.place))),
    ),
  },
  '/api/rules/:id': {
    scope: 'review',
    GET: rule.read,
    PUT: rule.change(RuleBody, (context, id, body) =>
      updateRule(context, id, body.rule, body.place),
    ),
    DELETE: rule.remove(deleteRule),
  },
};
