import type { RequestHandler } from 'express';
import { REDIRECT_TO, TELL_REDIRECT } from '../form/told-redirect.ts';

/** Says in a header where a form leads, to whoever asks to be told instead of being led. */
export const tellRedirect: RequestHandler = (request, response, next) => {
  if (request.get(TELL_REDIRECT) === undefined) {
    next();
    return;
  }
  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => unknown;
  Object.assign(response, {
    writeHead: (...all: unknown[]) => {
      const to = response.get('Location');
      const [status] = all;
      if (to === undefined || typeof status !== 'number' || status < 300 || status > 399) {
        return writeHead(...all);
      }
      response.removeHeader('Location');
      response.set(REDIRECT_TO, to);
      response.statusMessage = 'OK';
      return writeHead(200);
    },
  });
  next();
};
