import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections } from '../common/configuration/config-sections.js';
import { namesSection } from '../common/configuration/names-section.js';
import { FactoryResets } from '../common/factory-resets.js';
import { InletNameEntity } from './inlet-name.entity.js';
import { InletEntryDto } from './inlet.dto.js';
import { defaultInletName } from './inlet.view.js';
import { InletsService } from './inlets.service.js';

/** The names of the inlets in the configuration document and in a factory reset. */
@Injectable()
export class InletsConfiguration implements OnModuleInit {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly inlets: InletsService,
  ) {}

  onModuleInit(): void {
    this.sections.add(
      'inlets',
      namesSection({
        section: 'inlets',
        kind: 'inlet',
        member: 'inletName',
        dto: InletEntryDto,
        defaults: () => this.driver.model.inlets.map((inlet) => ({ id: inlet.id, name: defaultInletName(inlet) })),
        nameOf: (id) => this.inlets.nameOf(this.inlets.find(id)),
        replace: (names) => this.inlets.replaceNames(names),
      }),
    );
    this.resets.add('inlets', { tables: [InletNameEntity], reset: () => this.inlets.replaceNames(new Map()) });
  }
}
