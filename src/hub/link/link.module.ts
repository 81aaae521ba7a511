import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { EntryRights } from '../../audit/entry-rights.js';
import { HubShards } from '../../database/hub-shards.js';
import { FactoryResets } from '../../common/factory-resets.js';
import { mayKnowId, mayManage, mayView } from '../access.js';
import { HealthFactsRegistry } from '../../common/health-facts.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import { BrokerController } from '../broker/broker.controller.js';
import { EnrolmentEntity } from '../enrolment/enrolment.entity.js';
import { EnrolmentStore } from '../enrolment/enrolment.store.js';
import { EnrolmentsController } from '../enrolment/enrolments.controller.js';
import { EnrolmentsService } from '../enrolment/enrolments.service.js';
import { FleetHttp } from '../enrolment/fleet-http.js';
import { PduEnrolmentService } from '../enrolment/pdu-enrolment.service.js';
import { PduAdminService } from '../pdus/pdu-admin.service.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import { PdusController } from '../pdus/pdus.controller.js';
import { RolesModule } from '../../roles/roles.module.js';
import { RolesService } from '../../roles/roles.service.js';
import { LINK_METRICS } from './link.metrics.js';
import { HubLinkService } from './hub-link.service.js';
import { CopiedKeys } from './copied-keys.js';
import { HubLink } from './hub-link.js';

/** The way of PDUs into the fleet, and to the hub. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EnrolmentEntity]), RolesModule],
  controllers: [BrokerController, EnrolmentsController, PdusController],
  providers: [
    EnrolmentStore,
    EnrolmentsService,
    FleetHttp,
    HubKeysService,
    HubLinkService,
    { provide: HubLink, useExisting: HubLinkService },
    CopiedKeys,
    LINK_METRICS,
    PduAdminService,
    PduEnrolmentService,
  ],
  exports: [CopiedKeys, HubLink],
})
export class LinkModule {
  constructor(
    resets: FactoryResets,
    enrolments: EnrolmentStore,
    rights: EntryRights,
    deletion: PduDeletion,
    roles: RolesService,
    health: HealthFactsRegistry,
    link: HubLink,
    shards: HubShards,
    copies: CopiedKeys,
    audit: AuditLogService,
  ) {
    // The log speaks of the process by this name where a controller has none.
    for (const kind of ['controller', 'device']) audit.nameObjects(kind, () => 'hub');
    health.add('broker', () => {
      const { state } = link.broker;
      return state === 'embedded' ? undefined : { isConnected: state === 'connected' };
    });
    health.add('shards', () => (shards.count === undefined ? undefined : { count: shards.count }));
    deletion.register({ delete: (_entities, { id }, cause) => roles.forgetOutlet(id, cause) });
    deletion.register({ forget: ({ id }) => copies.forget(id) });
    rights.add('outlet', (access, id) => mayKnowId({ access }, id)); // roles of a hub list PDUs
    rights.add('pdu', (access, id) => mayView({ access }, { id }), true);
    rights.add('enrolment', (access) => mayManage({ access }));
    resets.add('enrolments', { tables: [EnrolmentEntity], reset: () => enrolments.replaceAll([]) });
  }
}
