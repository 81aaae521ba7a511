import { blockOfSpan, isOf, MINUTES, QUARTERS, spanId, type Resolution } from './resolutions.js';

/** Which stretches of time have blocks, and what they weigh: what retention is decided by. */
export class SpanIndex {
  readonly #bytes = new Map<number, number>();

  get(resolution: Resolution, block: number): number | undefined {
    return this.#bytes.get(spanId(resolution, block));
  }

  has(id: number): boolean {
    return this.#bytes.has(id);
  }

  set(id: number, bytes: number): void {
    this.#bytes.set(id, bytes);
  }

  delete(id: number): void {
    this.#bytes.delete(id);
  }

  clear(): void {
    this.#bytes.clear();
  }

  /** The numbers of the stretches of a resolution, oldest first. */
  of(resolution: Resolution): number[] {
    return this.#ids(resolution).map(blockOfSpan);
  }

  /** What all blocks weigh together. */
  get bytes(): number {
    return [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * The ids of those that must go so that there are no more of each resolution than are kept, and all together weigh no
   * more than `mostBytes`. The oldest go first, minutes before quarters; never the newest. A clock that was wrong for a
   * while does not count: by number, not by date.
   */
  beyond(mostBytes: number): number[] {
    const [minutes, quarters] = [this.#ids(MINUTES), this.#ids(QUARTERS)];
    const gone = [...minutes.slice(0, -MINUTES.kept), ...quarters.slice(0, -QUARTERS.kept)];
    let bytes = this.bytes - gone.reduce((sum, id) => sum + (this.#bytes.get(id) ?? 0), 0);
    for (const id of [...minutes.slice(-MINUTES.kept, -1), ...quarters.slice(-QUARTERS.kept, -1)]) {
      if (bytes <= mostBytes) break;
      gone.push(id);
      bytes -= this.#bytes.get(id) ?? 0;
    }
    return gone;
  }

  /** The same with more of them; this one stays as it is. */
  with(more: ReadonlyMap<number, number>): SpanIndex {
    const index = new SpanIndex();
    for (const [id, bytes] of [...this.#bytes, ...more]) index.set(id, bytes);
    return index;
  }

  #ids(resolution: Resolution): number[] {
    return [...this.#bytes.keys()].filter((id) => isOf(resolution, id)).sort((a, b) => a - b);
  }
}
