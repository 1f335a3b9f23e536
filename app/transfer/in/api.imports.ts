import { json } from '@remix-run/node';
import { apiRoute, type ApiCall } from '../../auth/api-route.server.ts';
import { receiveFile } from './receive-file.server.ts';

/** `POST /api/imports`: the body is the file; `?dry=1` says what it would do and changes nothing. */
const route = apiRoute({
  POST: {
    handle: async ({ request, context, user, url }: ApiCall) => {
      const { status, data, isReplay } = await receiveFile(context, { request, user, url });
      return json(data, { status, headers: isReplay ? { 'Idempotency-Replayed': 'true' } : {} });
    },
  },
});

export const loader = route.loader;
export const action = route.action;
