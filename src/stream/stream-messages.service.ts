import { Injectable } from '@nestjs/common';
import { BanksService } from '../banks/banks.service.js';
import { deviceTime } from '../device/device.view.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { InletsService } from '../inlets/inlets.service.js';
import type { Access } from '../common/access.js';
import type { CachedResponse } from '../common/cached-response.js';
import { rounded } from '../common/units.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { RelayOutputsService } from '../relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import { NOTHING, streamMessage } from './stream-message.js';

interface CachedList {
  prepared(access: Access): CachedResponse;
}

/** The newest stream message, made once for each set of permissions and sent to all readers with that set. */
@Injectable()
export class StreamMessagesService {
  readonly #byAccess = new Map<string, Buffer>();
  #revision = -1;

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
    private readonly relayOutputs: RelayOutputsService,
  ) {}

  /** The present message for a reader with this access, as one text frame. */
  for(access: Access): Buffer {
    if (this.#revision !== this.store.revision) {
      this.#byAccess.clear();
      this.#revision = this.store.revision;
    }
    const ready = this.#byAccess.get(access.key);
    if (ready) return ready;
    const message = Buffer.from(this.#message(access));
    this.#byAccess.set(access.key, message);
    return message;
  }

  #message(access: Access): string {
    const { current } = this.store;
    const { hasOutlets, relayOutputs } = this.driver.model;
    const list = (visible: boolean, source: CachedList): string => (visible ? source.prepared(access).json : NOTHING);
    const readingAge = current.fresh ? undefined : rounded((current.uptime - current.readAt) / 1000);
    return streamMessage(
      { ...deviceTime(current.uptime, current.takenAt), readingAge },
      {
        inlets: list(access.can('viewInletStats'), this.inlets),
        banks: list(access.can('viewBankStats'), this.banks),
        outlets: list(access.viewsAnyOutlet && hasOutlets, this.outlets),
        sensors: list(access.can('viewPortInfo'), this.sensors),
        relayOutputs: list(access.can('viewPortInfo') && relayOutputs.length > 0, this.relayOutputs),
      },
    );
  }
}
