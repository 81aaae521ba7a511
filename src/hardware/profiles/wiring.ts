import { aWholeNumber, optional } from './shape.js';

/** The connections of a profile's parts: the links, and the place of each reading and relay on its link. */
export interface WiringProfile {
  /** The links by names that the installer chooses. */
  readonly links: Readonly<Record<string, LinkProfile>>;
  readonly points: readonly PointProfile[];
}

/** The member of every link. Its bus defines the others. */
export interface LinkProfile {
  /** A kind of `drivers/buses.ts`. */
  readonly kind: string;
}

/** The members of every point. The bus of its link defines the others. */
export interface PointProfile {
  /** Name such as `outlets.3.state`, or for a row of parts `outlets.1-8.state`. */
  readonly point: string;
  /** Name of its link. */
  readonly link: string;
  /** Source of this information: manual, page, table. */
  readonly source?: string;
  /** Factor of a number on the wire; 1 when absent. */
  readonly scale?: number;
  /** Added after scaling; 0 when absent. */
  readonly offset?: number;
  /** Numbers on the wire that mean on, closed, present. A bit needs none. */
  readonly on?: number | readonly number[];
  /** Numbers on the wire that mean off. Any other number means unknown. */
  readonly off?: number | readonly number[];
}

/** Keys that links of several buses have. */
export const aPort = optional(aWholeNumber(1, 65_535));
export const aTimeout = optional(aWholeNumber(20, 2_000));
