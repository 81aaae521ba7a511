import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { RelayControlService } from '../hardware/relays/relay-control.service.js';
import type { SwitchRequest } from '../hardware/relays/switch-command.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { refusalReason } from './outlet-protection.js';
import { OutletStore } from './outlet.store.js';

/** Refuses commands to protected outlets: relay control asks it, so no interface, group or automation passes it by. */
@Injectable()
export class OutletPolicyService implements OnModuleInit {
  constructor(
    private readonly driver: PduDriver,
    private readonly relays: RelayControlService,
    private readonly settings: OutletStore,
  ) {}

  onModuleInit(): void {
    this.relays.addCheck((requests, cause) => this.#check(requests, cause));
  }

  #check(requests: readonly SwitchRequest[], cause: Cause): void {
    for (const { relay, command } of requests) {
      const outlet = this.driver.model.outlet(relay);
      if (!outlet) continue;
      const reason = refusalReason(this.settings.of(outlet).protection, command, cause.confirmed);
      if (reason) throw new ApiError('OUTLET_PROTECTED', outlet.id, reason);
    }
  }
}
