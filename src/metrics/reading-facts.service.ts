import { Injectable } from '@nestjs/common';
import { BanksService } from '../banks/banks.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { InletsService } from '../inlets/inlets.service.js';
import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { mapInSlices } from '../common/time-slices.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { RelayOutputsService } from '../relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import type { ControllerFacts, Facts, InletFacts, OutletFacts } from './facts.js';

type Readings = Pick<Facts, 'inlets' | 'lines' | 'banks' | 'outlets' | 'relayOutputs' | 'sensors'>;

/** The newest readings of the objects that a caller may view, with their names. */
@Injectable()
export class ReadingFactsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly sensors: SensorsService,
  ) {}

  async for(access: Access): Promise<Readings> {
    const { model } = this.driver;
    const { banks, sensors } = this.snapshots.current;
    const inlets = access.can('viewInletStats') ? this.#inlets() : [];
    return {
      inlets,
      lines: inlets.flatMap(({ inlet, reading }) =>
        (reading?.lines ?? []).map((line, place) => ({
          inlet: inlet.id,
          line: inlet.lineIds[place]?.line ?? line.id,
          reading: line,
        })),
      ),
      banks: access.can('viewBankStats')
        ? model.banks.map((bank) => ({ bank, name: this.banks.nameOf(bank), reading: banks[bank.position] }))
        : [],
      outlets: await this.#outlets(access),
      relayOutputs: access.can('viewPortInfo') ? this.relayOutputs.list() : [],
      sensors: access.can('viewPortInfo')
        ? model.sensors.map((sensor) => ({
            sensor,
            name: this.sensors.read(sensor.id).sensorName,
            reading: sensors[sensor.position],
          }))
        : [],
    };
  }

  device(uptime: Millis): Pick<ControllerFacts, 'model' | 'driver' | 'serial' | 'readingAge'> {
    const { model, enclosureSerialNumber: serial } = this.driver.model.profile;
    const readingAge = (uptime - this.snapshots.current.readAt) / 1000;
    return { model, driver: this.driver.name, serial, readingAge };
  }

  #inlets(): InletFacts[] {
    const { inlets } = this.snapshots.current;
    return this.driver.model.inlets.map((inlet) => ({
      inlet,
      name: this.inlets.nameOf(inlet),
      reading: inlets[inlet.position],
    }));
  }

  /** Yields to other work in between: a PDU with thousands of outlets must not delay switching. */
  #outlets(access: Access): Promise<OutletFacts[]> {
    const { outlets } = this.snapshots.current;
    return mapInSlices(this.outlets.visibleTo(access), (outlet) => ({
      outlet,
      view: this.outlets.view(outlet.id, access),
      reading: outlets[outlet.position],
    }));
  }
}
