import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { assertSwitched } from '../hardware/relays/switch-command.js';
import { OutletCommandsService, type OutletOrder } from '../outlets/outlet-commands.service.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import { RelayOutputsService } from '../relay-outputs/relay-outputs.service.js';
import type { Coil, CoilKind } from './coil-map.js';
import { ModbusReadings } from './modbus-readings.service.js';
import { ModbusException } from './requests.js';

/** A coil and the value that is written to it. */
export interface CoilWrite extends Coil {
  readonly value: boolean;
}

/** Errors of relays that have an audit record already. */
const RECORDED = new Set(['RELAY_FAULT', 'HARDWARE_SILENT']);

/** Carries out writes of coils, by the same commands as over HTTP. */
@Injectable()
export class ModbusWrites {
  readonly #refusals = new LogThrottle();

  constructor(
    private readonly driver: PduDriver,
    private readonly readings: ModbusReadings,
    private readonly outlets: OutletCommandsService,
    private readonly groups: GroupsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes these coils, all of one kind; resolves when the relays have followed. Several outlets are one command: all of
   * them are checked before any moves. Throws the errors of the commands, or a ModbusException for a value that means
   * nothing.
   */
  async write(writes: readonly CoilWrite[], caller: CallerWithAddress): Promise<void> {
    try {
      await this.#carryOut(writes, caller);
    } catch (error) {
      if (error instanceof ApiError) await this.#recordRefusal(writes, error, caller);
      throw error;
    }
  }

  async #carryOut(writes: readonly CoilWrite[], caller: CallerWithAddress): Promise<void> {
    switch (kindOf(writes)) {
      case 'outlets':
        return this.#switchOutlets(writes, caller);
      case 'reboots':
        if (writes.some(({ value }) => !value)) throw new ModbusException('illegalValue');
        return this.#switchOutlets(writes, caller, 'REBOOT');
      case 'groups':
        return this.#switchGroups(writes, caller);
      case 'relayOutputs':
        return this.#switchRelayOutputs(writes, caller);
      default:
        throw new ModbusException('illegalAddress');
    }
  }

  async #switchOutlets(writes: readonly CoilWrite[], caller: CallerWithAddress, reboot?: 'REBOOT'): Promise<void> {
    const orders = writes.flatMap(({ place, value }): OutletOrder[] => {
      const outlet = this.driver.model.outlets[place];
      return outlet ? [{ outlet, command: reboot ?? (value ? 'ON' : 'OFF') }] : [];
    });
    assertSwitched(await this.outlets.commandEach(orders, caller));
  }

  async #switchGroups(writes: readonly CoilWrite[], caller: CallerWithAddress): Promise<void> {
    const groups = this.readings.groupsById;
    for (const { place, value } of writes) {
      const group = groups[place];
      if (!group) throw new ModbusException('illegalAddress');
      await this.groups.update(group, { state: value ? 'ON' : 'OFF' }, caller);
    }
  }

  async #switchRelayOutputs(writes: readonly CoilWrite[], caller: CallerWithAddress): Promise<void> {
    for (const { place, value } of writes) {
      const relay = this.relayOutputs.find(String(place + 1));
      await this.relayOutputs.update(relay, { state: value ? 'ON' : 'OFF' }, caller);
    }
  }

  /** Modbus has no words for a reason, so the audit log has it: once a minute for each address and reason. */
  async #recordRefusal(writes: readonly CoilWrite[], error: ApiError, caller: CallerWithAddress): Promise<void> {
    const object = this.#objectOf(writes);
    if (RECORDED.has(error.code) || object === undefined) return;
    if (!this.#refusals.isDue(`${caller.address} ${error.code}`, this.clock.uptime())) return;
    const state = kindOf(writes) === 'reboots' ? 'REBOOT' : writes[0]?.value ? 'ON' : 'OFF';
    const kind = `${object.slice(0, object.indexOf(':'))}.switch`;
    await this.audit.tryToRecord({
      kind,
      object,
      cause: causeOf(caller),
      after: { state, reason: error.message },
      result: error.code,
    });
  }

  /** The first object that is written, in the words of the audit log. */
  #objectOf([first]: readonly CoilWrite[]): string | undefined {
    if (!first) return undefined;
    const { model } = this.driver;
    if (first.kind === 'groups') return `group:${this.readings.groupsById[first.place]?.id ?? 0}`;
    if (first.kind === 'relayOutputs') return `relayOutput:${model.relayOutputs[first.place]?.id ?? ''}`;
    return `outlet:${model.outlets[first.place]?.id ?? ''}`;
  }
}

/** The kind of all these coils; undefined if they differ. */
const kindOf = (writes: readonly CoilWrite[]): CoilKind | undefined => {
  const [first] = writes;
  return writes.every(({ kind }) => kind === first?.kind) ? first?.kind : undefined;
};
