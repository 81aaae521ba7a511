import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { RelayOutputModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { assertAllowed, type Access, type CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import type { OnOff } from '../common/units.js';
import { offSeconds } from '../switching/power-cycle.js';
import type { RelayCommands } from '../switching/relay-commands.js';
import { SwitchingService } from '../switching/switching.service.js';
import { UndoOffers } from '../switching/undo-offers.js';
import { SettingsStore } from '../settings/settings.store.js';
import { RelayOutputStore, type RelayOutputChange } from './relay-output.store.js';
import type { UpdateRelayOutputDto } from './relay-output.dto.js';
import { relayOutputView, type ChangedRelayOutputView, type RelayOutputView } from './relay-output.view.js';

/** The dry-contact relay outputs: what they are called, their state, and their switching. */
@Injectable()
export class RelayOutputsService {
  readonly #list = new CachedResponses(
    'relay-outputs',
    () => this.snapshots.revision,
    () => this.list(),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly switching: SwitchingService,
    private readonly settings: RelayOutputStore,
    private readonly globals: SettingsStore,
    private readonly undos: UndoOffers,
  ) {}

  /** By id or index. Throws RELAY_OUTPUTS_NOT_AVAILABLE or RELAY_OUTPUT_UNKNOWN. */
  find(idOrIndex: string): RelayOutputModel {
    this.#assertAvailable();
    const named = ({ id, index }: RelayOutputModel) => id === idOrIndex || String(index) === idOrIndex;
    const relay = this.driver.model.relayOutputs.find(named);
    if (!relay) throw new ApiError('RELAY_OUTPUT_UNKNOWN', idOrIndex);
    return relay;
  }

  /** The id of the relay output with this name, without regard to case. */
  idOf(name: string): string | undefined {
    return this.settings.idByName(name);
  }

  /** All relay outputs as JSON. Throws RELAY_OUTPUTS_NOT_AVAILABLE. */
  prepared(access: Access): CachedResponse {
    this.#assertAvailable();
    return this.#list.for(access);
  }

  /** All relay outputs; none on a model without them. */
  list(): RelayOutputView[] {
    return this.driver.model.relayOutputs.map((relay) => this.view(relay));
  }

  view(relay: RelayOutputModel): RelayOutputView {
    return relayOutputView(relay, this.settings.of(relay), this.snapshots.current.relayOutputs[relay.position]);
  }

  /**
   * Changes a relay output. All or nothing: the settings are stored when the relay has followed. Answers what the
   * hardware now measures. Throws RELAY_NAME_TAKEN, RELAY_FAULT or HARDWARE_SILENT.
   */
  async update(
    relay: RelayOutputModel,
    dto: UpdateRelayOutputDto,
    caller: CallerWithAddress,
  ): Promise<ChangedRelayOutputView> {
    assertOwnId(dto.id, relay.id, String(relay.index));
    const cause = causeOf(caller, dto);
    return this.switching.run({ caller, switches: dto.state !== undefined }, async (relays) => {
      assertAllowed(caller.access, 'modifyPortSettings');
      if (dto.relayName !== undefined) this.settings.assertNameFree(dto.relayName, relay);
      const change = changeOf(dto);
      const before = this.undos.before(relays, [relay.id]);
      if (dto.state) await this.#carryOut(relays, relay, dto.state, cause, change);
      await this.settings.change(relay, change, cause);
      return { ...this.view(relay), ...before.offer(caller, dto.state) };
    });
  }

  /** Switches or reboots a relay output for an automation. Throws like {@link update}. */
  async command(idOrIndex: string, command: OnOff | 'REBOOT', cause: Cause): Promise<void> {
    const relay = this.find(idOrIndex);
    await this.switching.automated((relays) => this.#carryOut(relays, relay, command, cause));
  }

  #carryOut(
    relays: RelayCommands,
    relay: RelayOutputModel,
    command: OnOff | 'REBOOT',
    cause: Cause,
    change?: RelayOutputChange,
  ): Promise<void> {
    if (command !== 'REBOOT') return relays.switch([{ id: relay.id, state: command }], cause);
    const own = { ...this.settings.of(relay), ...change };
    const reboot = { relay: relay.id, wait: offSeconds(own, this.globals.get('globalRebootTime')) * 1000 };
    return relays.reboot([reboot], cause);
  }

  #assertAvailable(): void {
    if (this.driver.model.relayOutputs.length === 0) throw new ApiError('RELAY_OUTPUTS_NOT_AVAILABLE');
  }
}

/** The members that are stored, by our names; absent ones stay absent. */
function changeOf({ relayName, customRebootTimeEnabled, customRebootTime }: UpdateRelayOutputDto): RelayOutputChange {
  return {
    ...(relayName !== undefined && { name: relayName }),
    ...(customRebootTimeEnabled !== undefined && { customRebootTimeEnabled }),
    ...(customRebootTime !== undefined && { customRebootTime }),
  };
}
