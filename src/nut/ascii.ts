/**
 * Text as a value of the protocol: printable ASCII without `"` and `\`, because common clients decode ASCII only and do
 * not unescape; one umlaut in the name of an outlet would make the whole update of Home Assistant fail. Letters lose
 * their accents; a character without a counterpart becomes `?`.
 */
export const asciiOf = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replaceAll('ß', 'ss')
        .replaceAll('ẞ', 'SS')
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replaceAll('"', "'")
        .replaceAll('\\', '/')
        .replace(/[^ -~]/gu, '?');

/** Most names: nothing to replace. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A value between quotes. */
export const quoted = (text: string): string => `"${asciiOf(text)}"`;
