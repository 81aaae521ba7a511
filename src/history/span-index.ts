import { blockOfSpan, dayOf, isOf, MINUTES, QUARTERS, spanId, type Resolution } from './resolutions.js';

/** The spans of time with blocks and their sizes, by which the retention is decided. */
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

  /** The numbers of the spans of a resolution, oldest first. */
  of(resolution: Resolution): number[] {
    return this.#ids(resolution).map(blockOfSpan);
  }

  /** Total size of all blocks. */
  get bytes(): number {
    return [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * The ids of the spans to delete, so that no resolution has more than its limit and the total size is at most
   * `mostBytes`. The oldest are deleted first, minutes before quarters, but minutes of which no quarters are made yet last:
   * nothing else has what they have. The newest are never deleted. It counts spans instead of comparing dates, so that a
   * wrong clock does no harm.
   */
  beyond(mostBytes: number): number[] {
    const [minutes, quarters] = [this.#ids(MINUTES), this.#ids(QUARTERS)];
    const gone = [...minutes.slice(0, -MINUTES.retained), ...quarters.slice(0, -QUARTERS.retained)];
    let bytes = this.bytes - gone.reduce((sum, id) => sum + (this.#bytes.get(id) ?? 0), 0);
    const rolled = new Set(quarters.map(blockOfSpan));
    const isRolled = (id: number): boolean => rolled.has(dayOf(blockOfSpan(id)));
    const hours = minutes.slice(-MINUTES.retained, -1);
    const days = quarters.slice(-QUARTERS.retained, -1);
    for (const id of [...hours.filter(isRolled), ...days, ...hours.filter((hour) => !isRolled(hour))]) {
      if (bytes <= mostBytes) break;
      gone.push(id);
      bytes -= this.#bytes.get(id) ?? 0;
    }
    return gone;
  }

  /** A copy with more spans; this index does not change. */
  with(more: ReadonlyMap<number, number>): SpanIndex {
    const index = new SpanIndex();
    for (const [id, bytes] of [...this.#bytes, ...more]) index.set(id, bytes);
    return index;
  }

  #ids(resolution: Resolution): number[] {
    return [...this.#bytes.keys()].filter((id) => isOf(resolution, id)).sort((a, b) => a - b);
  }
}
