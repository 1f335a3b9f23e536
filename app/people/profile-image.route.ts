import type { LoaderFunctionArgs } from '@remix-run/node';
import { apiRoute } from '../auth/api-route.server.ts';
import { toId } from '../http/json-api.server.ts';
import { getPicture } from '../users/pictures.server.ts';

/** Sends a person's picture. What a browser keeps is good for as long as the address is, which has its version. */
const route = apiRoute({
  '/profile-images/:id': {
    GET: {
      handle: ({ context, params }) => {
        const { type, bytes } = getPicture(context, toId(params.id, 'The picture'));
        return new Response(new Uint8Array(bytes), {
          headers: {
            'Content-Type': type,
            'Content-Length': String(bytes.length),
            'Cache-Control': 'private, max-age=31536000, immutable',
          },
        });
      },
    },
  },
});

/** A refusal is kept by nobody: a picture that is not there now may be there tomorrow. */
export async function loader(asked: LoaderFunctionArgs): Promise<Response> {
  const answer = await route.loader(asked);
  if (!answer.ok) answer.headers.set('Cache-Control', 'no-store');
  return answer;
}

export const action = loader;
