import type { PowerNode } from '../../components/power-tree.js';
import { number, percent } from '../../language/format.js';
import { words } from '../../language/words.js';

type Rated = Pick<PowerNode, 'ratedAmps' | 'usableAmps'>;

const WIDTH_OF_LETTER = 5.8;

const current = (amps: number): string => `${number(amps, Number.isInteger(amps) ? 0 : 1)}\u202fA`;

/** The current that a part may carry all the time, and its share of a rating that is higher: "16 A (80 %)". */
export function limitText({ usableAmps = 0, ratedAmps }: Partial<Rated>): string {
  const amps = current(usableAmps);
  if (ratedAmps === undefined || ratedAmps <= usableAmps) return amps;
  return words.rack.limit(amps, percent((usableAmps / ratedAmps) * 100));
}

/**
 * The current that is left on a part or too much for it, with its limit: headroom is not the rest of the rating, which
 * other figures are about.
 * @param width the room for the text, px; where it is small, the limit is without its share, or left out
 */
export function roomText(amps: number, { usableAmps = 0, ratedAmps }: Partial<Rated>, width: number): string {
  const tenths = Math.round((usableAmps - amps) * 10);
  const left = number(Math.abs(tenths) / 10, 1);
  const [short, against] = tenths < 0 ? [words.rack.tooMuch, words.rack.above] : [words.rack.left, words.rack.leftTo];
  const texts = [against(left, limitText({ usableAmps, ratedAmps })), against(left, current(usableAmps))];
  return texts.find(({ length }) => length * WIDTH_OF_LETTER <= width) ?? short(left);
}
