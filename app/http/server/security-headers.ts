import type { OutgoingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { routedPath } from './routed-path.ts';

/** What no page of ours uses, nor may anything that it shows. */
const UNUSED = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

const OF_DOCUMENTS = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/**
 * Security headers of a script, a style sheet or a picture: half a kilobyte less than a page's, which
 * a slow line would carry with each of twenty files. Opened by itself, it may load nothing.
 */
export function shortenForAsset(response: OutgoingMessage): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name);
  response.setHeader('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'");
}

/**
 * Security headers for every answer; the nonce of a page is in `response.locals.nonce`. Two usual
 * values are left out: `upgrade-insecure-requests` would break plain http on a local network, and
 * `Referrer-Policy: no-referrer` would make browsers send `Origin: null` with our own forms. What
 * the page of a sign-in link loads is asked for with the origin alone, since its address is a secret.
 */
export function securityHeaders(options: {
  origin: string;
  isDevelopment: boolean;
}): RequestHandler {
  const isHttps = options.origin.startsWith('https:');
  const development = options.isDevelopment
    ? { style: ["'unsafe-inline'"], connect: ['ws:'] }
    : null;
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          (_request, response) => `'nonce-${String((response as Response).locals.nonce)}'`,
        ],
        styleSrc: ["'self'", ...(development?.style ?? [])],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(development?.connect ?? [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // The names below ours may be other programs', which speak http.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    set(request, response, (error) => {
      response.set('Permissions-Policy', UNUSED);
      const isSignIn = routedPath(request.url) === '/api/login';
      if (isSignIn) response.set('Referrer-Policy', 'strict-origin');
      // Its secret stands in the address.
      if (routedPath(request.url).startsWith('/calendar/')) {
        response.set('Referrer-Policy', 'no-referrer');
      }
      next(error);
    });
  };
}
