import { Injectable } from '@nestjs/common';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The place of a change of the whole configuration among the commands of users. The queue of the commands registers itself;
 * where nothing is switched there is none to wait for.
 */
@Injectable()
export class CommandOrder {
  #first: Run = (work) => work();

  set(first: Run): void {
    this.#first = first;
  }

  /** Runs `work` while no command runs, before all that wait. */
  first<T>(work: () => Promise<T>): Promise<T> {
    return this.#first(work);
  }
}
