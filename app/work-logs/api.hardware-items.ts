import { apiRoute, change } from '../auth/api-route.server.ts';
import { created, toId } from '../lib/json-api.server.ts';
import { HardwareItemInput, toItemView } from './hardware-items.ts';
import { addItem } from './hardware-items.server.ts';

const route = apiRoute({
  POST: change(HardwareItemInput, (input, { context, params }) =>
    created(toItemView(addItem(context, toId(params.id, 'The work log'), input))),
  ),
});

export const loader = route.loader;
export const action = route.action;
