import { act, apiRoute } from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { getBegunImport, toImportView } from './imports.server.ts';
import { undoImport } from './undo.server.ts';

const WHAT = 'The import';

/** One import: how far it is, what came of it; DELETE takes away all that it made. */
const route = apiRoute({
  GET: ({ context, params }) =>
    toImportView(context, getBegunImport(context, toId(params.id, WHAT))),
  DELETE: act(({ context, params }) => {
    undoImport(context, toId(params.id, WHAT));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
