import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

const middleware = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    },
  },
  // Only for HTTPS and by a setting: a device with a self-signed certificate could become unreachable.
  strictTransportSecurity: false,
});

/** The headers that helmet sets, computed once: they are the same for every response. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ...recordHelmetHeaders(),
  ['Cache-Control', 'no-store'],
];

function recordHelmetHeaders(): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as Request, response as object as Response, () => undefined);
  return headers;
}

/** Sets the security headers of every response; API responses are never cached. */
export function securityHeaders(_: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
  next();
}
