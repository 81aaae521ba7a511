/** A command of a legacy tool. Outlets are numbered from 1. */
export type LegacyCommand =
  | { readonly kind: 'set'; readonly outlet: number; readonly on: boolean }
  | { readonly kind: 'setAll'; readonly on: boolean }
  | { readonly kind: 'toggle' | 'reboot'; readonly outlet: number }
  /** The place of the group in the list, from 0. */
  | { readonly kind: 'toggleGroup' | 'rebootGroup'; readonly place: number }
  | { readonly kind: 'status' | 'device' };

/** Numbers may have leading zeros. `$` forms count outlets from 1, the others from 0. */
const FORMS: readonly (readonly [form: RegExp, command: (first: number, second: number) => LegacyCommand])[] = [
  [/^\$A3 +0*([1-9]\d{0,2}) +0*([01])$/, (outlet, state) => ({ kind: 'set', outlet, on: state === 1 })],
  [/^\$A4 +0*([1-9]\d{0,2})$/, (outlet) => ({ kind: 'reboot', outlet })],
  [/^\$A5$/, () => ({ kind: 'status' })],
  [/^\$A7 +0*([01])$/, (state) => ({ kind: 'setAll', on: state === 1 })],
  [/^\$A8$/, () => ({ kind: 'device' })],
  [/^rly=0*(\d{1,3})$/, (index) => ({ kind: 'toggle', outlet: index + 1 })],
  [/^rb=0*(\d{1,3})$/, (index) => ({ kind: 'reboot', outlet: index + 1 })],
  [/^grp=0*(\d{1,4})$/, (place) => ({ kind: 'toggleGroup', place })],
  [/^rbg=0*(\d{1,4})$/, (place) => ({ kind: 'rebootGroup', place })],
];

/**
 * Parses the command in place of a query, `/cmd.cgi?$A3 1 0`, or after `cmd=`, with a space, `%20` or `+` between
 * arguments. Undefined for anything else; never throws.
 */
export const parseCommand = (url: string): LegacyCommand | undefined => parseText(commandText(url));

/** Parses the text of a command. Undefined for anything else; never throws. */
export function parseText(text: string): LegacyCommand | undefined {
  for (const [form, command] of FORMS) {
    const found = form.exec(text);
    if (found) return command(Number(found[1]), Number(found[2]));
  }
  return undefined;
}

function commandText(url: string): string {
  const questionMark = url.indexOf('?');
  if (questionMark < 0) return '';
  try {
    const query = decodeURIComponent(url.slice(questionMark + 1).replaceAll('+', ' ')).trim();
    const text = query.replace(/^cmd=/, '').trim();
    // A program that builds its queries from names and values appends "=" to a name without a value.
    return text.startsWith('$') && text.endsWith('=') ? text.slice(0, -1) : text;
  } catch {
    return ''; // not percent-encoded text
  }
}
