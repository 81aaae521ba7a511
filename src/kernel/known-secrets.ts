import { MASK } from './redacted.js';
import { giveWay } from './slices.js';

/** A shorter one stands in too many places by chance to be looked for. */
const SHORTEST = 4;
/** Far more than a controller has; what was replaced long ago makes room. */
const MOST = 5_000;

/** Every secret that this process has had in the clear, the newest last. */
const known = new Set<string>();

/** Keeps a secret in mind, so that {@link withoutKnownSecrets} finds it. Answers it. */
export function rememberSecret(secret: string): string {
  if (secret.length < SHORTEST) return secret;
  known.delete(secret);
  known.add(secret);
  if (known.size > MOST) known.delete(known.values().next().value ?? '');
  return secret;
}

/**
 * A text that leaves the controller, with every secret of this process masked, in the forms in which it can stand in
 * one: as it is, in JSON, in a URL, in base64, in hexadecimal. Gives way to others: there may be thousands of them.
 */
export async function withoutKnownSecrets(text: string): Promise<string> {
  let masked = text;
  for (const secret of [...known]) {
    await giveWay();
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
