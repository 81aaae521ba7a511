import { yieldWhenDue } from '../common/time-slices.js';

/** Shorter secrets are not masked: they occur by chance in too many places. */
const MIN_SECRET_LENGTH = 4;
/** Far more than a controller has; the oldest are forgotten first. */
const MAX_SECRETS = 5_000;

/** Every secret that this process has had in plain text, the newest last. */
const knownSecrets = new Set<string>();

/** Remembers a secret for {@link maskKnownSecrets}, and returns it. */
export function rememberSecret(secret: string): string {
  if (secret.length < MIN_SECRET_LENGTH) return secret;
  knownSecrets.delete(secret);
  knownSecrets.add(secret);
  if (knownSecrets.size > MAX_SECRETS) knownSecrets.delete(knownSecrets.values().next().value ?? '');
  return secret;
}

/** Forgets all secrets: the next test has a controller of its own in this process. */
export function forgetKnownSecrets(): void {
  knownSecrets.clear();
}

/**
 * Masks every secret of this process in a text that leaves the controller, in all usual forms: plain, JSON, URL, base64
 * and hexadecimal. Yields to the event loop, as there may be thousands of secrets.
 */
export async function maskKnownSecrets(text: string): Promise<string> {
  let masked = text;
  for (const secret of [...knownSecrets]) {
    await yieldWhenDue();
    const bytes = Buffer.from(secret);
    const forms = new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('hex'),
    ]);
    for (const form of forms) masked = masked.replaceAll(form, MASK);
  }
  return masked;
}

/** Replaces a secret. */
export const MASK = '[masked]';

/** Patterns of secrets in any place: keys in PEM, tokens and hashes of 256 bits, password hashes. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // In JSON a letter after a backslash belongs to the escape, which a mask must leave whole.
  /(?:(?<![\w\\-])|(?<=\\[bfnrt"/\\])|(?<=\\)(?![bfnrtu"/\\]))(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g,
  /(?<![\da-f])[\da-f]{64}(?![\da-f])/gi,
  /\$argon2[\w$=,+/.-]+/g,
];

/** Patterns of secrets by the name before them, in JSON, a query, a header or a sentence. */
const NAMED_SECRETS: readonly RegExp[] = [
  /\b(Bearer|Basic|Digest)\s+[\w+/=.~:-]{4,}/gi,
  /(\b\w*(?:password|passphrase|passwd|secret|token|community|authPass|privPass|privacyPass)"?\s*[:=]\s*"?)[^\s",;&}]+/gi,
  /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** Masks everything that looks like a secret. */
export const maskSecretShapes = (text: string): string =>
  SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, MASK), text);

/** Masks a line of the log: also values with the name of a secret, as masking too much does less harm. */
export const redact = (text: string): string =>
  NAMED_SECRETS.reduce(
    (masked, shape) => masked.replace(shape, (_, name: string) => `${name} ${MASK}`),
    maskSecretShapes(text),
  );

/** "host/hook/key?token=1" becomes "http://host/…": a path or a query can be a key. */
export function withoutPath(param: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(param) ? param : `http://${param}`;
  if (!/[/?#@]/.test(param) || !URL.canParse(address)) return param;
  const { protocol, host } = new URL(address);
  return param.includes('@') && !param.includes('/') ? param : `${protocol}//${host}/…`; // a mail address has no path
}

const ADDRESS = /\b(https?:\/\/)(?:[^\s"/?#@]*@)?([^\s"/?#]+)[/?#][^\s"]*/gi;

/** Text for somebody else: without every secret of this process, what looks like one, and the paths of addresses. */
export const shareableText = async (text: string): Promise<string> =>
  maskSecretShapes(await maskKnownSecrets(text)).replace(
    ADDRESS,
    (_, scheme: string, host: string) => `${scheme}${host}/…`,
  );
