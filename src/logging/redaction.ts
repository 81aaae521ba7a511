import { yieldWhenDue } from '../common/time-slices.js';

/** A shorter one stands in too many places by chance to be looked for. */
const MIN_SECRET_LENGTH = 4;
/** Far more than a controller has; what was replaced long ago makes room. */
const MAX_SECRETS = 5_000;

/** Every secret that this process has had in the clear, the newest last. */
const knownSecrets = new Set<string>();

/** Keeps a secret in mind, so that {@link maskKnownSecrets} finds it. Answers it. */
export function rememberSecret(secret: string): string {
  if (secret.length < MIN_SECRET_LENGTH) return secret;
  knownSecrets.delete(secret);
  knownSecrets.add(secret);
  if (knownSecrets.size > MAX_SECRETS) knownSecrets.delete(knownSecrets.values().next().value ?? '');
  return secret;
}

/**
 * A text that leaves the controller, with every secret of this process masked, in the forms in which it can stand in
 * one: as it is, in JSON, in a URL, in base64, in hexadecimal. Gives way to others: there may be thousands of them.
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

/** Stands where a secret was. */
export const MASK = '[masked]';

/** What looks like a secret wherever it stands: keys in PEM, tokens and hashes of 256 bits, password hashes. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g,
  /(?<![\da-f])[\da-f]{64}(?![\da-f])/gi,
  /\$argon2[\w$=,+/.-]+/g,
];

/** What follows a name that says so, in JSON, in a query, in a header or in a sentence. */
const NAMED_SECRETS: readonly RegExp[] = [
  /\b(Bearer|Basic|Digest)\s+[\w+/=.~:-]{4,}/gi,
  /(\b\w*(?:password|passphrase|passwd|secret|token|community|authPass|privPass|privacyPass)"?\s*[:=]\s*"?)[^\s",;&}]+/gi,
  /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** A text without what looks like a secret. */
export const maskSecretShapes = (text: string): string =>
  SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, MASK), text);

/** A line for the log: also without what is called a secret. What is masked by mistake is the smaller harm. */
export const redact = (text: string): string =>
  NAMED_SECRETS.reduce(
    (masked, shape) => masked.replace(shape, (_, name: string) => `${name} ${MASK}`),
    maskSecretShapes(text),
  );
