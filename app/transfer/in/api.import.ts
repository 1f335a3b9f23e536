import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { undoInTurn } from './carry-out-in-turn.server.ts';
import { getBegunImport } from './import-row.server.ts';
import { toImportView } from './imports.server.ts';

const WHAT = 'The import';

/** One import: how far it is, what came of it; DELETE takes away all that it made. */
const route = apiRoute({
  GET: ({ context, params }) =>
    toImportView(context, getBegunImport(context, toId(params.id, WHAT))),
  DELETE: actOutside(async ({ context, params }) => {
    await undoInTurn(context, toId(params.id, WHAT), null);
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
