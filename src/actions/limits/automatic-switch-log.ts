import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';

const REMEMBERED: Millis = 60_000;

/** Records the objects that actions have switched lately, with the number of automatic steps: it grows in a loop. */
@Injectable()
export class AutomaticSwitchLog {
  readonly #moves = new Map<string, { readonly depth: number; readonly at: Millis }>();

  constructor(private readonly clock: Clock) {}

  /** Notes, before they are switched, that an automatic step of this depth switches these objects. */
  record(objectIds: readonly string[], depth: number): void {
    const at = this.clock.uptime();
    for (const id of objectIds) this.#moves.set(id, { depth, at });
  }

  /** Depth of the action that switched an object within the last minute; 0 when none did. */
  depthOf(objectId: string): number {
    const move = this.#moves.get(objectId);
    if (!move) return 0;
    if (this.clock.uptime() - move.at < REMEMBERED) return move.depth;
    this.#moves.delete(objectId);
    return 0;
  }
}
