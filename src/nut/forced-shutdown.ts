import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { causeOf } from '../common/cause.js';
import type { CallerWithAddress } from '../common/access.js';

/**
 * The flag by which every upsmon of this PDU shuts its host down (FSD in the protocol). It is set by an upsmon, and stays
 * until an administrator clears it or the controller restarts.
 */
@Injectable()
export class ForcedShutdown {
  readonly #listeners: (() => void)[] = [];
  #isSet = false;

  constructor(private readonly audit: AuditLogService) {}

  get isSet(): boolean {
    return this.#isSet;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  set(caller: CallerWithAddress): Promise<void> {
    return this.#change(true, caller);
  }

  clear(caller: CallerWithAddress): Promise<void> {
    return this.#change(false, caller);
  }

  async #change(isSet: boolean, caller: CallerWithAddress): Promise<void> {
    if (this.#isSet === isSet) return;
    const kind = isSet ? 'nut.setFsd' : 'nut.clearFsd';
    await this.audit.record({ kind, object: 'device', cause: causeOf(caller), after: { fsd: isSet } });
    this.#isSet = isSet;
    for (const listener of this.#listeners) listener();
  }
}
