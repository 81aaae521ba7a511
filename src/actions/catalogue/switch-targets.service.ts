import { Injectable } from '@nestjs/common';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { OutletModel, PduModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import type { GroupEntity } from '../../groups/group.entity.js';
import { GroupsService } from '../../groups/groups.service.js';
import { RelayOutputsService } from '../../relay-outputs/relay-outputs.service.js';

/** The objects that parameters of actions name: as they are, or as a configuration document will make them. */
export interface NamedTargets extends Pick<SwitchTargetsService, 'outlet' | 'relayOutput' | 'sensor'> {
  readonly groupAt: (idOrPlace: string) => Pick<GroupEntity, 'id'> | undefined;
}

/** The names by which parameters are shown. */
export type TargetNames = Pick<SwitchTargetsService, 'relayOutputName'>;

/** Finds what the parameters of actions name. Nothing here throws: what is not there is undefined. */
@Injectable()
export class SwitchTargetsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly groups: GroupsService,
    private readonly relayOutputs: RelayOutputsService,
  ) {}

  get model(): PduModel {
    return this.driver.model;
  }

  /** By id or index. */
  outlet(idOrIndex: string): OutletModel | undefined {
    return this.driver.model.outlet(idOrIndex);
  }

  group(id: string): Readonly<GroupEntity> | undefined {
    return foundBy(() => this.groups.findById(id));
  }

  /** The group with this id or, where there is none, at this place in the list. */
  groupAt(idOrPlace: string): Readonly<GroupEntity> | undefined {
    return foundBy(() => this.groups.find(idOrPlace));
  }

  /** The id of the relay output with this id or name. */
  relayOutput(idOrName: string): string | undefined {
    const isId = this.driver.model.relayOutputs.some(({ id }) => id === idOrName);
    return isId ? idOrName : this.relayOutputs.idOf(idOrName);
  }

  relayOutputName(id: string): string | undefined {
    return foundBy(() => this.relayOutputs.view(this.relayOutputs.find(id)).relayName);
  }

  /** The smart I/O hub or sensor on a port. */
  sensor(port: string): SensorModel | undefined {
    return this.driver.model.sensors.find((sensor) => sensor.port === port);
  }
}

function foundBy<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
