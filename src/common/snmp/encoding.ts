const MAX_INTEGER32 = 2 ** 31 - 1;
/** The nearest Integer32. */
export const integer32 = (value: number): number =>
  Math.max(-MAX_INTEGER32 - 1, Math.min(MAX_INTEGER32, Math.round(value)));

const MAX_OCTETS = 255;

/** A DisplayString has at most 255 octets; a character is never cut in two. */
export function displayString(text: string): string {
  if (Buffer.byteLength(text) <= MAX_OCTETS) return text;
  let remaining = MAX_OCTETS;
  const characters = [...text];
  const end = characters.findIndex((character) => (remaining -= Buffer.byteLength(character)) < 0);
  return characters.slice(0, end).join('');
}
