import { Injectable } from '@nestjs/common';
import { Subjects, type Layout, type NamedOutlet, type PartIds } from '../kernel/subjects.js';
import { PduDriver } from './pdu.driver.js';
import { BUILT_IN_PROFILES } from './profiles/index.js';

/** The parts of this PDU, which roles and configuration documents of a controller may name. */
@Injectable()
export class PduSubjects extends Subjects {
  readonly areLasting = true;

  constructor(private readonly driver: PduDriver) {
    super();
  }

  get model(): string {
    return this.driver.model.profile.model;
  }

  get parts(): PartIds {
    const { model } = this.driver;
    return {
      enclosureSerial: model.profile.enclosureSerialNumber,
      inlets: model.inlets.map(({ id }) => id),
      lines: model.inlets.flatMap(({ lineIds }) => lineIds.map(({ id }) => id)),
      banks: model.banks.map(({ id }) => id),
      outlets: model.outlets.map(({ id }) => id),
      relayOutputs: model.relayOutputs.map(({ id }) => id),
      sensors: model.sensors.map(({ id }) => id),
    };
  }

  get outlets(): readonly NamedOutlet[] {
    return this.driver.model.outlets;
  }

  get hasOutlets(): boolean {
    return this.driver.model.hasOutlets;
  }

  outlet(idOrIndex: string): NamedOutlet | undefined {
    return this.driver.model.outlet(idOrIndex);
  }

  /** Ids of outlets follow from the model, and reveal nothing. */
  mayKnowId(): boolean {
    return true;
  }

  layoutOf(model: string): Layout | undefined {
    const { profile } = this.driver.model;
    return profile.model === model ? profile : BUILT_IN_PROFILES.find((each) => each.model === model);
  }
}
