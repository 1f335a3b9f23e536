import { json } from '@remix-run/node';
import { actOutside, type ApiTable } from '../../auth/api-route.server.ts';
import { noContent, toId } from '../../http/json-api.server.ts';
import { undoInTurn } from './carry-out.server.ts';
import { getBegunImport } from './import-row.server.ts';
import { toImportView } from './imports.server.ts';
import { receiveFile } from './receive-file.server.ts';

const WHAT = 'The import';

export const IMPORTS_API: ApiTable = {
  '/api/imports': {
    /** The body is the file; `?dry=1` says what it would do and changes nothing. */
    POST: {
      handle: async ({ request, context, user, url }) => {
        const { status, data, isReplay } = await receiveFile(context, { request, user, url });
        return json(data, { status, headers: isReplay ? { 'Idempotency-Replayed': 'true' } : {} });
      },
    },
  },
  '/api/imports/:id': {
    /** How far it is, what came of it. */
    GET: ({ context, params }) =>
      toImportView(context, getBegunImport(context, toId(params.id, WHAT))),
    /** Takes away all that it made. */
    DELETE: actOutside(async ({ context, params }) => {
      await undoInTurn(context, toId(params.id, WHAT), null);
      return noContent();
    }),
  },
};
