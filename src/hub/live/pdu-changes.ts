import type { PduView } from '../pdus/pdu.view.js';

interface Shown {
  readonly text: string;
  /** The text without the time of the last message, which changes with each and matters to nobody who reads the list. */
  readonly compared: string;
}

/** The PDUs as the stream shows them, and those that have changed between the two newest states. */
export class PduChanges {
  #shown: ReadonlyMap<string, Shown> = new Map();
  #changed: readonly string[] = [];
  #gone: readonly string[] = [];

  /** Takes the PDUs as they are now, in the order of the list. */
  take(pdus: Iterable<PduView>): void {
    const shown = new Map<string, Shown>();
    const changed: string[] = [];
    for (const pdu of pdus) {
      const compared = JSON.stringify({ ...pdu, lastSeen: null });
      const before = this.#shown.get(pdu.id);
      if (before?.compared === compared) {
        shown.set(pdu.id, before);
        continue;
      }
      shown.set(pdu.id, { text: JSON.stringify(pdu), compared });
      changed.push(pdu.id);
    }
    this.#gone = [...this.#shown.keys()].filter((id) => !shown.has(id));
    this.#changed = changed;
    this.#shown = shown;
  }

  /**
   * The members of a message: all PDUs, or those that have changed.
   * @param isSeen true for a PDU that its readers may see
   */
  members(isAll: boolean, isSeen: (id: string) => boolean): string {
    const ids = (isAll ? [...this.#shown.keys()] : this.#changed).filter(isSeen);
    const texts = ids.map((id) => this.#shown.get(id)?.text ?? 'null');
    const gone = isAll ? [] : this.#gone.filter(isSeen);
    return `"all":${isAll},"pdus":[${texts.join(',')}],"gone":${JSON.stringify(gone)}`;
  }
}
