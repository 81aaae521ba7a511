import { Injectable } from '@nestjs/common';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { collection, link, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { CHASSIS, ENABLED, links, MANAGER, pduPath, SILENT } from './common.js';
import { PduIdentity } from './identity.js';

/** The housing of the PDU. */
@Injectable()
export class ChassisResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly identity: PduIdentity,
  ) {
    this.providers = [
      { uri: '/Chassis', type: 'ChassisCollection', get: () => collection('Chassis', [CHASSIS]) },
      {
        uri: CHASSIS,
        type: 'Chassis',
        get: (call) => this.#show(call),
        patch: {
          members: { AssetTag: identity.assetTag, Location: identity.location },
          apply: (call, change) => identity.change(call, change),
        },
      },
    ];
  }

  #show(call: Call): Json {
    const { fresh, inlets } = this.snapshots.current;
    const { AssetTag: tag, Location: location } = this.identity.entered(call);
    const voltages = inlets.map(({ voltage }) => voltage);
    const hasPower = voltages.some((voltage) => voltage !== undefined && voltage > 0);
    return {
      Id: '1',
      Name: 'PDU Chassis',
      ChassisType: 'Other',
      ...this.identity.hardware(call),
      UUID: this.identity.uuid,
      AssetTag: tag,
      Location: location,
      PowerState: hasPower ? 'On' : voltages.includes(undefined) ? null : 'Off',
      Sensors: link(`${CHASSIS}/Sensors`),
      Status: fresh ? ENABLED : SILENT,
      Links: {
        ManagedBy: links([MANAGER]),
        'ManagedBy@odata.count': 1,
        PowerDistribution: link(pduPath(this.driver.model)),
      },
    };
  }
}
