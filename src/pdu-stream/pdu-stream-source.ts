import { Injectable } from '@nestjs/common';
import { NewestReadable } from '../audit/newest-readable.js';
import { BanksService } from '../banks/banks.service.js';
import { deviceTime, type DeviceView } from '../device/device.view.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { InletsService } from '../inlets/inlets.service.js';
import type { Access } from '../common/access.js';
import type { CachedResponse } from '../common/cached-response.js';
import { rounded } from '../common/units.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { RelayOutputsService } from '../relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import { SharedMessages } from '../stream/shared-messages.js';
import type { StreamMessage } from '../stream/stream-message.js';
import { StreamSource, type StreamWish } from '../stream/stream-source.js';
import { STREAM_LISTS, STREAM_PARTS, type StreamList, type StreamPart } from './stream-parts.js';

interface CachedList {
  prepared(access: Access): CachedResponse;
}

/** The state of the PDU as the stream shows it. */
@Injectable()
export class PduStreamSource extends StreamSource {
  readonly #messages = new SharedMessages();
  #revision = -1;
  /** The snapshot that the compressed text counts for. */
  #snapshot: Snapshot | undefined;

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly newest: NewestReadable,
  ) {
    super();
  }

  /** A WebSocket gets everything. */
  wishOf(): readonly StreamPart[] {
    return STREAM_PARTS;
  }

  for(access: Access, isFirst: boolean, wish: StreamWish): StreamMessage {
    if (this.#revision !== this.store.revision) {
      this.#messages.clear();
      this.#revision = this.store.revision;
    }
    const { current } = this.store;
    if (current !== this.#snapshot) {
      this.#snapshot = current;
      this.#messages.renewBudget();
    }
    const key = [access.key, ...(isFirst ? ['first'] : []), ...(wish === STREAM_PARTS ? [] : wish)].join(' ');
    return this.#messages.of(key, () => this.#message(access, isFirst, new Set(wish)));
  }

  #message(access: Access, isFirst: boolean, parts: ReadonlySet<string>): Buffer[] {
    const { current } = this.store;
    const { hasOutlets, relayOutputs } = this.driver.model;
    const list = (visible: boolean, source: CachedList): Buffer => (visible ? source.prepared(access).body : NOTHING);
    const readingAge = current.fresh ? undefined : rounded((current.uptime - current.readAt) / 1000);
    const lists: Readonly<Record<StreamList, () => Buffer>> = {
      inlets: () => list(access.can('viewInletStats'), this.inlets),
      banks: () => list(access.can('viewBankStats'), this.banks),
      outlets: () => (access.viewsAnyOutlet && hasOutlets ? this.outlets.streamed(access, isFirst).body : NOTHING),
      sensors: () => list(access.can('viewPortInfo'), this.sensors),
      relayOutputs: () => list(access.can('viewPortInfo') && relayOutputs.length > 0, this.relayOutputs),
    };
    const wanted = STREAM_LISTS.filter((name) => parts.has(name)).map((name) => [name, lists[name]()] as const);
    const device = { ...deviceTime(current.uptime, current.takenAt), readingAge };
    return streamMessage(parts.has('device') ? device : undefined, this.newest.for(access), wanted);
  }
}

/** A list that the reader's role may not see, or that this model does not have. */
export const NOTHING: Buffer = Buffer.from('[]');

/** The device as the stream shows it. */
export interface StreamDevice extends Pick<DeviceView, 'uptime' | 'time'> {
  /** Seconds since the hardware last answered with measurements; only while it does not answer. */
  readonly readingAge?: number | undefined;
}

const NAMES = Object.fromEntries(STREAM_LISTS.map((list) => [list, Buffer.from(`"${list}":`)])) as Readonly<
  Record<StreamList, Buffer>
>;
const BEGIN = Buffer.from('{');
const COMMA = Buffer.from(',');
const END = Buffer.from('}');

/**
 * One message of the stream, assembled from lists that are already JSON.
 *
 * @param device undefined where the reader has not asked for it; the newest entry of the log is left out with it
 * @param timeline id of the newest entry of the log that the reader may see. It is in every message: a slow reader gets
 * the newest message only, and must not miss that it has changed.
 */
export function streamMessage(
  device: StreamDevice | undefined,
  timeline: number | undefined,
  lists: readonly (readonly [StreamList, Buffer])[],
): Buffer[] {
  const newest = timeline === undefined ? '' : `,"timeline":${timeline}`;
  const members = lists.map(([list, json]) => [NAMES[list], json]);
  if (device) members.unshift([Buffer.from(`"device":${JSON.stringify(device)}${newest}`)]);
  return [BEGIN, ...members.flatMap((member, place) => (place === 0 ? member : [COMMA, ...member])), END];
}
