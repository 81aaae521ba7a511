import { SECRET_MASK } from '../../common/secret-mask.js';

/** Names are shorter than keys; what is as long as this in a path may be a key. */
const SHORTEST_KEY = 16;

/**
 * An address without what may be a secret in it: the values of its query, its fragment and each long part of its path.
 * Where there is none of these it is the address as it was given.
 */
export function maskedUrl(text: string): string {
  const [, base = '', path = '', query, fragment] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*|[^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(text) ?? [];
  const masked = path.split('/').map((part) => (part.length >= SHORTEST_KEY ? SECRET_MASK : part));
  return base + masked.join('/') + (query ? maskedQuery(query) : (query ?? '')) + (fragment ? `#${SECRET_MASK}` : '');
}

/** `?a=1&b` becomes `?a=--------&--------`: what has no name may itself be the key. */
const maskedQuery = (query: string): string =>
  query.replace(/([?&])([^=&]*)(=?)[^&]*/g, (all: string, separator: string, name: string, equals: string) =>
    all === separator ? all : separator + (equals ? name + equals : '') + SECRET_MASK,
  );
