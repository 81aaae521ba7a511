import { Injectable } from '@nestjs/common';
import type { Provider, ResourceProviders } from '../protocol/provider.js';
import { AccountResource } from './account.js';
import { CertificateResource } from './certificate.js';
import { ChassisResource } from './chassis.js';
import { CircuitResource } from './circuit.js';
import { EventResource } from './event.js';
import { LogResource } from './log.js';
import { ManagerResource } from './manager.js';
import { NetworkResource } from './network.js';
import { OutletGroupResource } from './outlet-group.js';
import { OutletResource } from './outlet.js';
import { PduResource } from './pdu.js';
import { RegistryResource } from './registry.js';
import { RoleResource } from './role.js';
import { SensorResource } from './sensor.js';
import { ServiceRootResource } from './service-root.js';
import { SessionResource } from './session.js';
import { UpdateResource } from './update.js';

/** The classes with the resource types of this service. */
export const RESOURCES = [
  ServiceRootResource,
  SessionResource,
  AccountResource,
  RoleResource,
  PduResource,
  CircuitResource,
  OutletResource,
  OutletGroupResource,
  ChassisResource,
  SensorResource,
  ManagerResource,
  NetworkResource,
  LogResource,
  CertificateResource,
  UpdateResource,
  EventResource,
  RegistryResource,
];

/** All resource types. */
@Injectable()
export class RedfishResources implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    root: ServiceRootResource,
    session: SessionResource,
    account: AccountResource,
    role: RoleResource,
    pdu: PduResource,
    circuit: CircuitResource,
    outlet: OutletResource,
    group: OutletGroupResource,
    chassis: ChassisResource,
    sensor: SensorResource,
    manager: ManagerResource,
    network: NetworkResource,
    log: LogResource,
    certificate: CertificateResource,
    update: UpdateResource,
    event: EventResource,
    registry: RegistryResource,
  ) {
    const all = [root, session, account, role, pdu, circuit, outlet, group, chassis, sensor, manager, network, log];
    this.providers = [...all, certificate, update, event, registry].flatMap(({ providers }) => providers);
  }
}
