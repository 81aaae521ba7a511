import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { RelayControlService } from '../hardware/relays/relay-control.service.js';
import type { SwitchRequest } from '../hardware/relays/switch-command.js';
import { originOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { refusalReason } from './outlet-protection.js';
import { OutletStore } from './outlet.store.js';

/**
 * Stands before relay control for the protected outlets, so that no interface, group or automation passes by it. It
 * judges commands as they are accepted: the halves of a cycle that runs already, steps of a sequence and the power-on
 * states after a loss of mains are never held up, or an outlet could stay dark that was promised to come back.
 */
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
    if (originOf(cause) !== 'command') return;
    for (const { relay, command } of requests) {
      const outlet = this.driver.model.outlet(relay);
      if (!outlet) continue;
      const reason = refusalReason(this.settings.of(outlet).protection, command, cause.confirmed);
      if (reason) throw new ApiError('OUTLET_PROTECTED', outlet.id, reason);
    }
  }
}
