import { recordApi } from '../auth/api-record.server.ts';
import { change, type ApiTable } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { created, ok } from '../http/json-api.server.ts';
import { checked } from '../lib/checked.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  rejectPendingLog,
  updatePendingLog,
} from './entries.server.ts';
import { addEvidence } from './evidence/evidence.server.ts';
import { EvidenceBody } from './evidence/evidence.ts';
import { getPendingLog, listPendingLogs, readPendingFilters } from './pending-list.server.ts';
import {
  PENDING_JSON,
  PendingBody,
  toPendingView,
  type NamedPendingLog,
} from './pending-work-logs.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from './rules/rules.server.ts';
import { RULE_JSON, RuleBody, toRuleView } from './rules/rules.ts';

const entry = recordApi({
  what: 'The pending work log',
  find: getPendingLog,
  view: toPendingView,
  known: PENDING_JSON,
});

const rule = recordApi({ what: 'The rule', find: getRule, view: toRuleView, known: RULE_JSON });

/** A repetition is answered with the entry, so it is safe without a key, too. */
const takeEvidence = (view: (entry: NamedPendingLog) => object) =>
  change(EvidenceBody, (body, { context }) => {
    const { entry, isNew } = addEvidence(context, body);
    return (isNew ? created : ok)(view(entry));
  });

export const PENDING_API: ApiTable = {
  '/api/pending-worklogs': {
    scope: 'review',
    GET: ({ context, url }) => {
      const filters = checked(readPendingFilters(url.searchParams));
      return answerList(context, url, {
        read: (page) => listPendingLogs(context, filters, page),
        cursorOf: ({ completedAt, id }) => ({ date: completedAt.getTime(), id }),
        toView: toPendingView,
      });
    },
    POST: takeEvidence(toPendingView),
    // Who may only propose reads nothing, so neither what is suggested nor what became of it.
    propose: takeEvidence(({ id, source, sourceId }) => ({ id, source, sourceId })),
  },
  '/api/pending-worklogs/:id': {
    scope: 'review',
    GET: entry.read,
    PUT: entry.change(PendingBody, updatePendingLog),
    DELETE: entry.remove(rejectPendingLog),
  },
  '/api/pending-worklogs/:id/confirm': {
    scope: 'review',
    POST: entry.act((context, id) => confirmPendingLog(context, id)),
  },
  '/api/pending-worklogs/:id/archive': { scope: 'review', POST: entry.act(archivePendingLog) },
  '/api/rules': {
    scope: 'review',
    GET: ({ context }) => listRules(context).map(toRuleView),
    POST: change(
      RuleBody,
      (body, { context }) => created(toRuleView(createRule(context, body.rule, body.place))),
      RULE_JSON,
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
