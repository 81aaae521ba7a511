/** A counter that never falls, over a meter that was reset or exchanged: it goes on from where it stood. */
export class RisingCounter {
  #before = 0;
  #last = 0;

  of(reading: number): number {
    if (reading < this.#last) this.#before += this.#last;
    this.#last = reading;
    return this.#before + reading;
  }
}
