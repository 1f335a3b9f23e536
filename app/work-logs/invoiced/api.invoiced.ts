import { act, apiRoute, change, versioned, type ApiCall } from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { toWorkLogView } from '../work-logs.ts';
import { InvoicedFields } from './invoiced.ts';
import { markInvoiced, unmarkInvoiced } from './invoiced.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work log');

const route = apiRoute({
  POST: change(InvoicedFields, (input, call) =>
    versioned(markInvoiced(call.context, idOf(call), input), toWorkLogView),
  ),
  DELETE: act((call) => {
    unmarkInvoiced(call.context, idOf(call));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
