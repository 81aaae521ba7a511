import { Injectable } from '@nestjs/common';

/** A number that rises whenever a cached response may have changed: cached responses are valid for one value of it. */
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
