import { apiRoute, change } from '../../auth/api-route.server.ts';
import { created } from '../../http/json-api.server.ts';
import { RuleBody, toRuleView, RULE_JSON } from './rules.ts';
import { createRule, listRules } from './rules.server.ts';

const route = apiRoute({
  GET: ({ context }) => listRules(context).map(toRuleView),
  POST: change(
    RuleBody,
    ({ rule, place }, { context }) => created(toRuleView(createRule(context, rule, place))),
    RULE_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
