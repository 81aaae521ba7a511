/** The address of a link out of text that somebody has entered; undefined for what is no page, such as a script. */
export function webAddressOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
