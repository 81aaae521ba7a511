import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../audit/audit-log.service.js';
import { RuntimeConfig } from '../../../config/runtime-config.js';
import type { CallerAt } from '../../../kernel/access.js';
import type { JsonObject } from '../../../kernel/body.js';
import { causeOf } from '../../../kernel/cause.js';
import { ApiError } from '../../../kernel/errors.js';
import { InTurn } from '../../../kernel/in-turn.js';
import { MeterPoller } from '../../meter-poller.service.js';
import { PduDriver } from '../../pdu.driver.js';
import { simulatorOf } from '../index.js';
import { readPatch } from './simulator-patch.js';
import type { SimulatorDriver } from './simulator.driver.js';
import { simulatorView, type SimulatorView } from './simulator.view.js';

/** Looks at and changes the simulated PDU from outside; each change ends with a poll cycle, so that snapshots show it. */
@Injectable()
export class SimulatorControl {
  readonly #turns = new InTurn();

  constructor(
    private readonly driver: PduDriver,
    private readonly poller: MeterPoller,
    private readonly audit: AuditLog,
    private readonly config: RuntimeConfig,
  ) {}

  /** The simulator, if there is one and its control is switched on. Throws PATH_UNKNOWN otherwise. */
  find(): SimulatorDriver {
    const simulator = this.config.simulatorControl ? simulatorOf(this.driver) : undefined;
    if (!simulator) throw new ApiError('PATH_UNKNOWN');
    return simulator;
  }

  twin(): SimulatorView {
    const simulator = this.find();
    return simulatorView(simulator.model, simulator.seed, simulator.look());
  }

  /** All of the patch or none of it. Throws VALIDATION_FAILED, NOTHING_TO_CHANGE. */
  change(body: JsonObject, caller: CallerAt): Promise<SimulatorView> {
    return this.#turns.run(async () => {
      const simulator = this.find();
      const patch = readPatch(simulator.model, simulator.look(), body);
      await this.#record(patch.accepted, caller);
      await simulator.change(() => patch.apply());
      await this.poller.reread();
      return this.twin();
    });
  }

  /** Takes the mains away from the inlets that have them, so that a snapshot shows it, and gives them back. */
  powerCycle(caller: CallerAt): Promise<SimulatorView> {
    return this.#turns.run(async () => {
      const simulator = this.find();
      await this.#record({ powerCycle: true }, caller);
      const { inlets } = simulator.look();
      const fed = inlets.some(({ powered }) => powered) ? inlets.filter(({ powered }) => powered) : inlets;
      for (const powered of [false, true]) {
        await simulator.change(() => fed.forEach((inlet) => (inlet.powered = powered)));
        await this.poller.reread();
      }
      return this.twin();
    });
  }

  #record(after: object, caller: CallerAt): Promise<void> {
    return this.audit.record({ kind: 'simulator.change', object: 'simulator', cause: causeOf(caller), after });
  }
}
