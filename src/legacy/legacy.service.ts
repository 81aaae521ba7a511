import { Injectable } from '@nestjs/common';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { VERSION } from '../common/version.js';
import { OutletCommandsService } from '../outlets/outlet-commands.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import {
  deviceLine,
  DONE,
  FAILED,
  firstTemperature,
  statusLine,
  statusXml,
  totalCurrent,
  type LegacyStatus,
} from './answers.js';
import { parseCommand, parseText, type LegacyCommand } from './command.js';

/** A command to an outlet; `TOGGLE` is the other one of ON and OFF. */
type LegacyOutletCommand = 'ON' | 'OFF' | 'REBOOT' | 'TOGGLE';

/**
 * Carries out the commands of legacy tools with the caller's permissions and through the same services as the API.
 * A refusal is `$AF` with status 200: these tools read the text and treat another status as a broken connection.
 */
@Injectable()
export class LegacyService {
  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly outlets: OutletsService,
    private readonly commands: OutletCommandsService,
    private readonly groups: GroupsService,
  ) {}

  /** Carries out the command in the query of this URL and returns the text of the answer. */
  answer(url: string, caller: CallerWithAddress): Promise<string> {
    return this.#answerTo(parseCommand(url), caller);
  }

  /** Carries out a `$A` command that came as text and returns the text of the answer. */
  dollar(text: string, caller: CallerWithAddress): Promise<string> {
    return this.#answerTo(text.startsWith('$') ? parseText(text) : undefined, caller);
  }

  async #answerTo(command: LegacyCommand | undefined, caller: CallerWithAddress): Promise<string> {
    if (!command) return FAILED;
    try {
      return await this.#carryOut(command, caller);
    } catch (error) {
      if (error instanceof ApiError) return FAILED;
      throw error;
    }
  }

  /** The part of the state that the caller may see, as XML. */
  statusXml(access: Access): string {
    return statusXml(this.#status(access));
  }

  #carryOut(command: LegacyCommand, caller: CallerWithAddress): string | Promise<string> {
    switch (command.kind) {
      case 'set':
        return this.#switch([command.outlet], command.on ? 'ON' : 'OFF', caller);
      case 'setAll':
        return this.#switch(
          this.driver.model.outlets.map(({ index }) => index),
          command.on ? 'ON' : 'OFF',
          caller,
        );
      case 'reboot':
        return this.#switch([command.outlet], 'REBOOT', caller);
      case 'toggle':
        return this.#switch([command.outlet], 'TOGGLE', caller);
      case 'toggleGroup':
        return this.#switchGroup(command.place, 'TOGGLE', caller);
      case 'rebootGroup':
        return this.#switchGroup(command.place, 'REBOOT', caller);
      case 'status':
        return caller.access.viewsAnyOutlet ? statusLine(this.#status(caller.access)) : FAILED;
      case 'device':
        return caller.access.can('viewGlobalDeviceSettings') ? this.#device() : FAILED;
    }
  }

  /** Switches all of the outlets, or none if the caller may not switch one of them. */
  async #switch(indexes: readonly number[], wanted: LegacyOutletCommand, caller: CallerWithAddress): Promise<string> {
    const outlets = indexes.map((index) => this.outlets.find(String(index)));
    if (outlets.length === 0) return FAILED;
    const command = () => (wanted === 'TOGGLE' ? this.#otherState(outlets[0]) : wanted);
    return (await this.commands.commandOf(caller, outlets, command)) ? DONE : FAILED;
  }

  async #switchGroup(place: number, command: 'TOGGLE' | 'REBOOT', caller: CallerWithAddress): Promise<string> {
    await this.groups.commandOf(place, command, caller);
    return DONE;
  }

  /** The opposite state of an outlet; undefined while its state is unknown. */
  #otherState(outlet: OutletModel | undefined): 'ON' | 'OFF' | undefined {
    const state = outlet && this.snapshots.current.outlets[outlet.position]?.state;
    return state && (state === 'ON' ? 'OFF' : 'ON');
  }

  #status(access: Access): LegacyStatus {
    const { outlets, inlets, sensors } = this.snapshots.current;
    const { model } = this.driver;
    return {
      outlets: model.outlets.map(({ id, position }) => (access.mayView(id) ? outlets[position]?.state : undefined)),
      current: access.can('viewInletStats') ? totalCurrent(inlets) : undefined,
      temperature: access.can('viewPortInfo') ? firstTemperature(sensors) : undefined,
    };
  }

  /** Model number, `HW` and the hardware, `FW` and the version, serial number of the enclosure, number of outlets. */
  #device(): string {
    const { profile, outlets } = this.driver.model;
    return deviceLine(
      profile.modelNumber,
      `HW ${this.driver.name}`,
      `FW ${VERSION}`,
      profile.enclosureSerialNumber,
      outlets.length,
    );
  }
}
