import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { BanksService } from '../../../banks/banks.service.js';
import { RuntimeConfig } from '../../../config/runtime-config.js';
import { PduDriver } from '../../../hardware/pdu.driver.js';
import type { InletModel } from '../../../hardware/profiles/pdu-model.js';
import { InletsService } from '../../../inlets/inlets.service.js';
import { OutletsService } from '../../../outlets/outlets.service.js';
import type { EventOccurrence } from '../../event-occurrence.js';
import type { TrapFacts } from './trap.message.js';

type Subject = Pick<TrapFacts, 'index' | 'line' | 'values'>;

/** Adds the present readings of the object of an occurrence to its trap. */
@Injectable()
export class TrapFactsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly config: RuntimeConfig,
  ) {}

  of(occurrence: EventOccurrence): Omit<TrapFacts, 'deviceName'> {
    return {
      deviceIpAddress: ownAddress(this.config.host),
      ...this.#subject(occurrence),
    };
  }

  #subject(occurrence: EventOccurrence): Subject {
    const { model } = this.driver;
    const { objectId } = occurrence;
    const line = model.inlets
      .flatMap((inlet) => inlet.lineIds.map((each) => ({ ...each, inlet })))
      .find((each) => occurrence.objectKind === 'line' && (each.id === objectId || each.line === objectId));
    if (line) return { ...this.#inlet(line.inlet), line: Number(line.line.slice(1)) };
    const inlet = model.inlets.find(({ id }) => id === objectId);
    if (inlet) return this.#inlet(inlet);
    if (model.banks.some(({ id }) => id === objectId)) return this.#bank(objectId);
    if (model.outlet(objectId)) return this.#outlet(objectId);
    const sensor = model.sensors.find(({ id, port }) => id === objectId || port === objectId);
    return { index: sensor ? sensor.position + 1 : 1, values: {} };
  }

  #inlet({ id, position }: InletModel): Subject {
    const inlet = this.inlets.view(this.inlets.find(id));
    return {
      index: position + 1,
      values: {
        inletName: inlet.inletName,
        inletPlug: inlet.inletPlug,
        inletType: inlet.inletType,
        inletLineConfiguration: inlet.inletLineConfiguration,
        atsActiveInlet: inlet.atsInletActive,
        atsInletId: inlet.atsInletId,
        atsInletReady: inlet.atsInletReady,
      },
    };
  }

  #bank(id: string): Subject {
    const bank = this.banks.view(this.banks.find(id));
    return {
      index: this.banks.find(id).position + 1,
      values: {
        bankName: bank.bankName,
        bankLines: bank.bankLines,
        bankUuid: bank.id,
        bankCurrentRms: bank.currentRms,
        bankBreakerState: bank.circuitBreakerClosed,
      },
    };
  }

  #outlet(id: string): Subject {
    const outlet = this.outlets.view(this.outlets.find(id));
    return {
      index: outlet.outletIndex,
      values: {
        outletName: outlet.outletName,
        outletState: outlet.state && (outlet.state === 'ON' ? 1 : 0),
        outletConnector: outlet.receptacle,
        outletUuid: outlet.id,
      },
    };
  }
}

/** The IPv4 address that the controller is reached by: the one it listens on, else that of its first interface. */
export function ownAddress(host: string): string {
  if (isIPv4(host) && host !== '0.0.0.0') return host;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
