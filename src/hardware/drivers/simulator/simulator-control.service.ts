import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../../audit/audit-log.service.js';
import { RuntimeConfig } from '../../../config/runtime-config.js';
import type { CallerWithAddress } from '../../../common/access.js';
import type { JsonObject } from '../../../common/body.js';
import { causeOf } from '../../../common/cause.js';
import { ApiError } from '../../../common/errors.js';
import { Mutex } from '../../../common/mutex.js';
import { MeterPollerService } from '../../meter-poller.service.js';
import { PduDriver } from '../../pdu.driver.js';
import { simulatorOf } from '../index.js';
import { readPatch } from './simulator-patch.js';
import type { SimulatorDriver } from './simulator.driver.js';
import { simulatorView, type SimulatorView } from './simulator.view.js';

/** Reads and changes the simulated PDU from outside; each change ends with a poll cycle, so that snapshots show it. */
@Injectable()
export class SimulatorControlService {
  readonly #mutex = new Mutex();

  constructor(
    private readonly driver: PduDriver,
    private readonly poller: MeterPollerService,
    private readonly audit: AuditLogService,
    private readonly config: RuntimeConfig,
  ) {}

  /** The simulator, if there is one and its control is switched on. Throws PATH_UNKNOWN otherwise. */
  find(): SimulatorDriver {
    const simulator = this.config.simulatorControl ? simulatorOf(this.driver) : undefined;
    if (!simulator) throw new ApiError('PATH_UNKNOWN');
    return simulator;
  }

  view(): SimulatorView {
    const simulator = this.find();
    return simulatorView(simulator.model, simulator.seed, simulator.currentState());
  }

  /** Applies all of the patch or none of it. Throws VALIDATION_FAILED, NOTHING_TO_CHANGE. */
  change(body: JsonObject, caller: CallerWithAddress): Promise<SimulatorView> {
    return this.#mutex.run(async () => {
      const simulator = this.find();
      const patch = readPatch(simulator.model, simulator.currentState(), body);
      await this.#record(patch.accepted, caller);
      await simulator.change(() => patch.apply());
      await this.poller.reread();
      return this.view();
    });
  }

  /** Disconnects the inlets that have mains until a snapshot shows it, then reconnects them. */
  powerCycle(caller: CallerWithAddress): Promise<SimulatorView> {
    return this.#mutex.run(async () => {
      const simulator = this.find();
      await this.#record({ powerCycle: true }, caller);
      const { inlets } = simulator.currentState();
      const fed = inlets.some(({ powered }) => powered) ? inlets.filter(({ powered }) => powered) : inlets;
      for (const powered of [false, true]) {
        await simulator.change(() => fed.forEach((inlet) => (inlet.powered = powered)));
        await this.poller.reread();
      }
      return this.view();
    });
  }

  async #record(after: object, caller: CallerWithAddress): Promise<void> {
    await this.audit.record({ kind: 'simulator.change', object: 'simulator', cause: causeOf(caller), after });
  }
}
