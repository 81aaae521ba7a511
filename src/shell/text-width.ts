const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as a user counts them: a letter with its accents is one, and so is an emoji of several parts. */
export const graphemesOf = (text: string): string[] => Array.from(SEGMENTS.segment(text), ({ segment }) => segment);

/** Characters that take two columns of a terminal: East Asian ones and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|\ufe0f|^[\u{20000}-\u{3fffd}]/u;
/** Characters that take none, where they stand by themselves. */
const NO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]/u;

/** The columns of one grapheme. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme >= ' ' && grapheme <= '~') return 1;
  if (NO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** The columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}
