import { aFlag, aList, aWholeNumber, aWordLike, optional } from '../../profiles/shape.js';
import type { LinkProfile, PointProfile } from '../../profiles/wiring.js';
import type { Bus } from '../wired/bus.js';
import { GpioLink } from './gpio.link.js';

/** A GPIO chip of the controller's own board. */
export interface GpioLinkProfile extends LinkProfile {
  readonly kind: 'gpio';
  /** Name of the chip, such as `gpiochip0`, or the path of its device. */
  readonly chip: string;
}

export interface GpioPointProfile extends PointProfile {
  /** Offsets of the lines on the chip, one for each part of the row. */
  readonly lines: readonly number[];
  /** True if a low line means that the relay is on or the input is HI. */
  readonly activeLow?: boolean;
}

export const GPIO: Bus<GpioLinkProfile, GpioPointProfile> = {
  kind: 'gpio',
  linkKeys: { chip: aWordLike(/^[\w./-]{1,100}$/, 'the name of a GPIO chip, as gpiochip0') },
  shownKeys: ['chip'],
  pointKeys: { lines: aList(aWholeNumber(0, 1023), 1, 1024), activeLow: optional(aFlag) },
  isBit: () => true,
  linkProblems: () => [],
  pointProblems: ({ lines }, { row, names }, at) => [
    ...(lines.length === names.length ? [] : [`${at}.lines must have ${names.length} entries, one for each object`]),
    ...(row.kind === 'number' ? [`${at} is a line of a chip, which is no number`] : []),
  ],
  connect: (link, points, { values, clock, limits }) => new GpioLink(link, points, values, clock, limits),
};
