import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Cause } from '../../common/cause.js';
import { ConfigSections, type ConfigSection } from '../../common/configuration/config-sections.js';
import type { DocumentCheck } from '../../common/configuration/document-check.js';
import { IsName, IsText } from '../../common/dto-decorators.js';
import { LIMITS } from '../../common/limits.js';
import { yieldWhenDue } from '../../common/time-slices.js';
import { PduStore } from './pdu.store.js';

/** An entry of a PDU in a configuration document. */
class PduEntryDto {
  @IsText({ min: 1, max: 64 })
  id: string;

  @IsName()
  name: string;
}

type PduEntry = Readonly<PduEntryDto>;

/**
 * The names of PDUs in the configuration document of a hub. A document makes, accepts and revokes no PDU: that needs a
 * token and the key of the PDU, which no document has.
 */
@Injectable()
export class PdusConfiguration implements OnModuleInit, ConfigSection<PduEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly store: PduStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('pdus', this);
  }

  read(): PduEntry[] {
    return this.store.all().map(({ id, name }) => ({ id, name }));
  }

  async check(given: unknown, check: DocumentCheck): Promise<PduEntry[]> {
    const names = new Map<string, string>();
    for (const { entry, path } of await check.entries(PduEntryDto, given, 'pdus', LIMITS.pdus)) {
      if (this.store.get(entry.id)) names.set(entry.id, entry.name);
      else check.unfit(path, `This hub has no PDU with the id "${entry.id}".`);
    }
    return this.read().map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  }

  async apply(wanted: PduEntry[], cause: Cause): Promise<void> {
    for (const { id, name } of wanted) {
      const pdu = this.store.get(id);
      if (pdu) await this.store.change(pdu, { name }, 'change', cause);
      await yieldWhenDue();
    }
  }
}
