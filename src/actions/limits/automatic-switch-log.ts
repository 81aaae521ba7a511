import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';

const REMEMBERED: Millis = 60_000;

/** Which objects actions have switched lately, and how many automatic steps had led to it: a loop shows as a growing depth. */
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
