import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import type { Pdu } from './pdu.entity.js';
import { PduStore } from './pdu.store.js';

/** A PDU before and after a change; `before` is undefined for one that has just enrolled. */
export interface PduChange {
  readonly before: Pdu | undefined;
  readonly after: Pdu;
}

/** The PDUs of the fleet, as the other modules of the hub read them. */
@Injectable()
export class PdusService {
  constructor(private readonly store: PduStore) {}

  /** In the order of enrolment: pending, active and revoked ones. */
  get all(): readonly Pdu[] {
    return this.store.all();
  }

  /** Undefined for an id that no PDU has. */
  get(id: string): Pdu | undefined {
    return this.store.get(id);
  }

  /** Throws PDU_UNKNOWN. */
  find(id: string): Pdu {
    const pdu = this.store.get(id);
    if (!pdu) throw new ApiError('PDU_UNKNOWN', id);
    return pdu;
  }

  /** Calls the listener once a change is durable. */
  onChange(listener: (change: PduChange) => void): void {
    this.store.onChange((changes) => {
      for (const { before, after } of changes) if (after) listener({ before, after });
    });
  }
}
