import helmet from 'helmet';

/**
 * Security headers for every answer. `upgrade-insecure-requests` is left out, since it
 * breaks plain http on a local network; `Referrer-Policy: no-referrer` is, since it makes
 * browsers send `Origin: null` with our own forms.
 */
export function securityHeaders(options: {
  origin: string;
  nonce: string;
  isDevelopment: boolean;
}) {
  const { origin, nonce, isDevelopment } = options;
  const isHttps = origin.startsWith('https:');
  const development = isDevelopment ? ["'unsafe-inline'", 'ws:'] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${nonce}'`],
        styleSrc: ["'self'", ...development.slice(0, 1)],
        // Profile pictures come from wherever the identity provider keeps them.
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'", ...development.slice(1)],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
}
