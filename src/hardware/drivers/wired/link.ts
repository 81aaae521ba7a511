import type { WiredPoint } from './wired-point.js';

/** A connection to points: a bus, an agent, a chip. It stores its readings in the values it was made with. */
export interface Link {
  /** Reads every point once. A device that does not answer keeps no other from being read; never rejects. */
  refresh(): Promise<void>;
  /**
   * Switches a relay once and reads it back. Rejects when the device has not acknowledged; a command is never repeated.
   */
  write(point: WiredPoint, on: boolean): Promise<void>;
  /** Disconnects. Never moves a relay. */
  close(): Promise<void>;
}
