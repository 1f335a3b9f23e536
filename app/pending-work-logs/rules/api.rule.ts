import {
  act,
  apiRoute,
  change,
  ifMatch,
  readVersioned,
  versioned,
  type ApiCall,
} from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { RuleBody, toRuleView, RULE_JSON } from './rules.ts';
import { deleteRule, getRule, updateRule } from './rules.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The rule');
const find = (call: ApiCall) => getRule(call.context, idOf(call));

const route = apiRoute({
  GET: readVersioned(find, toRuleView),
  PUT: change(
    RuleBody,
    ({ rule, place }, call) =>
      ifMatch(call, find, () =>
        versioned(updateRule(call.context, idOf(call), rule, place), toRuleView),
      ),
    RULE_JSON,
  ),
  DELETE: act((call) => {
    ifMatch(call, find, () => {
      deleteRule(call.context, idOf(call));
    });
    return noContent();
  }, RULE_JSON),
});

export const loader = route.loader;
export const action = route.action;
