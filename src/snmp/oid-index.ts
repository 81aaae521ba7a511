import { compareOids } from './ber.js';

/** Finds object identifiers in an ascending list of them. Identifiers are octets, which a request has already. */
export class OidIndex {
  readonly #places: ReadonlyMap<string, number>;

  constructor(private readonly oids: readonly Buffer[]) {
    this.#places = new Map(oids.map((oid, place) => [oid.toString('latin1'), place]));
  }

  /** The place of an identifier; -1 if it is not in the list. */
  find(oid: Buffer): number {
    return this.#places.get(oid.toString('latin1')) ?? -1;
  }

  /** The place of the first identifier that comes after this one; the length of the list if none does. */
  after(oid: Buffer): number {
    // A walk asks for what follows the object that it was given last.
    const place = this.find(oid);
    if (place >= 0) return place + 1;
    let low = 0;
    let high = this.oids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.oids[middle];
      if (other && compareOids(other, oid) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
