import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { RelayControl } from '../hardware/relay-control.service.js';
import type { SwitchRequest } from '../hardware/switch-check.js';
import { originOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { hindranceOf } from './outlet-protection.js';
import { OutletSettings } from './outlet-settings.service.js';

/**
 * Stands before relay control for the protected outlets, so that no interface, group or automation passes by it. It
 * judges commands as they are accepted: the halves of a cycle that runs already, turns of a sequence and the power-on
 * states after a loss of mains are never held up, or an outlet could stay dark that was promised to come back.
 */
@Injectable()
export class OutletGuard implements OnModuleInit {
  constructor(
    private readonly driver: PduDriver,
    private readonly relays: RelayControl,
    private readonly settings: OutletSettings,
  ) {}

  onModuleInit(): void {
    this.relays.guardWith((requests, cause) => this.#check(requests, cause));
  }

  #check(requests: readonly SwitchRequest[], cause: Cause): void {
    if (originOf(cause) !== 'command') return;
    for (const { relay, command } of requests) {
      const outlet = this.driver.model.outlet(relay);
      if (!outlet) continue;
      const hindrance = hindranceOf(this.settings.of(outlet).protection, command, cause.confirmed);
      if (hindrance) throw new ApiError('OUTLET_PROTECTED', outlet.id, hindrance);
    }
  }
}
