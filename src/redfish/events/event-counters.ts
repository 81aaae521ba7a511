import { Injectable } from '@nestjs/common';

/** The events for subscribers since the start, by what became of them. */
@Injectable()
export class EventCounters {
  /** Events that a subscriber has accepted. */
  sent = 0;
  failedAttempts = 0;
  /** Events given up: the subscriber did not accept them, or too many waited. */
  dropped = 0;
}
