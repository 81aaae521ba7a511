/** Stands where a secret was. */
export const MASK = '[masked]';

/** What looks like a secret wherever it stands: keys in PEM, tokens and hashes of 256 bits, password hashes. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g,
  /(?<![\da-f])[\da-f]{64}(?![\da-f])/gi,
  /\$argon2[\w$=,+/.-]+/g,
];

/** What follows a name that says so, in JSON, in a query, in a header or in a sentence. */
const NAMED: readonly RegExp[] = [
  /\b(Bearer|Basic|Digest)\s+[\w+/=.~:-]{4,}/gi,
  /(\b\w*(?:password|passphrase|passwd|secret|token|community|authPass|privPass|privacyPass)"?\s*[:=]\s*"?)[^\s",;&}]+/gi,
  /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** A text without what looks like a secret. */
export const withoutSecretShapes = (text: string): string =>
  SHAPES.reduce((masked, shape) => masked.replace(shape, MASK), text);

/** A line for the log: also without what is called a secret. What is masked by mistake is the smaller harm. */
export const redacted = (text: string): string =>
  NAMED.reduce(
    (masked, shape) => masked.replace(shape, (_, name: string) => `${name} ${MASK}`),
    withoutSecretShapes(text),
  );
