import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { mayChangeConfiguration } from '../../audit/configuration-changes.js';
import { encodeProfile, profileHash, seriesListOf } from '../../fleet-wire/profile.js';
import type { SeriesList } from '../../fleet-wire/readings.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { HistoryRecorderService } from '../../history/history-recorder.service.js';
import { ObjectNamesService } from '../../history/object-names.service.js';
import { validName } from './valid-name.js';

/** The profile of this PDU for its hub: its parts with their names, and its series. */
@Injectable()
export class PduProfile {
  readonly series: SeriesList;
  #made: { readonly bytes: Buffer; readonly hash: string } | undefined;

  constructor(
    private readonly driver: PduDriver,
    private readonly recorder: HistoryRecorderService,
    private readonly names: ObjectNamesService,
    audit: AuditLogService,
  ) {
    this.series = seriesListOf({ series: this.#series() });
    audit.onRecord(({ kind }) => {
      if (mayChangeConfiguration(kind)) this.#made = undefined; // perhaps a name
    });
  }

  get bytes(): Buffer {
    return this.#current.bytes;
  }

  get hash(): string {
    return this.#current.hash;
  }

  get #current(): { readonly bytes: Buffer; readonly hash: string } {
    return (this.#made ??= this.#make());
  }

  #make() {
    const { model } = this.driver;
    const objects = this.recorder.objects.all;
    const part = (kind: 'inlet' | 'bank' | 'outlet' | 'sensor', id: string) => ({
      id,
      name: validName(this.names.of({ kind, id })),
    });
    const bytes = encodeProfile({
      model: model.profile.model,
      inlets: model.inlets.map(({ id, lineIds }) => ({
        ...part('inlet', id),
        lines: lineIds.map((line) => ({ id: line.id, name: line.line })),
      })),
      banks: model.banks.map(({ id }) => part('bank', id)),
      outlets: model.hasOutlets ? model.outlets.map(({ id, bankId }) => ({ ...part('outlet', id), bank: bankId })) : [],
      sensors: objects.flatMap(({ id, kind }) => (kind === 'sensor' ? part(kind, id) : [])),
      series: this.#series(),
    });
    return { bytes, hash: profileHash(bytes) };
  }

  #series() {
    const { series } = this.recorder.objects;
    return series.map(({ object, name, measure }) => ({ object: object.id, quantity: name, measure: measure.code }));
  }
}
