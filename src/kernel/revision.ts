import { Injectable } from '@nestjs/common';

/** What cached responses are valid for: a number that rises whenever one of them may have changed. */
@Injectable()
export class Revision {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  /** Invalidates cached responses, because a reading, a name or a setting that they contain has changed. */
  touch(): void {
    this.#value++;
  }
}
