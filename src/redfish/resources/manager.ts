import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ianaZone } from '../../common/formats.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { RebootService } from '../../system/reboot.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import {
  collection,
  link,
  type Call,
  type Json,
  type Outcome,
  type Provider,
  type ResourceProviders,
} from '../protocol/provider.js';
import { textValue, writable } from '../protocol/writable.js';
import { CHASSIS, ENABLED, isoTime, links, MANAGER, MANUFACTURER, need, SILENT } from './common.js';
import { PduIdentity } from './identity.js';

const RESETS = ['GracefulRestart', 'ForceRestart'];

/** The controller of the PDU. */
@Injectable()
export class ManagerResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly identity: PduIdentity,
    private readonly settings: SettingsStore,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    private readonly reboots: RebootService,
    private readonly driver: PduDriver,
  ) {
    this.providers = [
      { uri: '/Managers', type: 'ManagerCollection', get: () => collection('Managers', [MANAGER]) },
      {
        uri: MANAGER,
        type: 'Manager',
        get: (call) => this.#show(call),
        patch: {
          members: { ServiceIdentification: writable('deviceName', textValue({ min: 1, max: 100 })) },
          apply: (call, change) => identity.change(call, change),
        },
        actions: {
          'Manager.Reset': {
            parameters: { ResetType: { type: 'string', oneOf: RESETS } },
            shown: () => ({ 'ResetType@Redfish.AllowableValues': RESETS }),
            run: (call) => this.#restart(call),
          },
        },
      },
    ];
  }

  #show({ caller }: Call): Json {
    const now = this.clock.now();
    const mayView = caller.access.can('viewGlobalDeviceSettings');
    return {
      Id: '1',
      Name: 'PDU Controller',
      ManagerType: 'ManagementController',
      Manufacturer: MANUFACTURER,
      ...(mayView && { Model: this.driver.model.profile.modelNumber }),
      UUID: this.identity.uuid,
      FirmwareVersion: this.identity.firmwareVersion,
      DateTime: isoTime(now),
      DateTimeLocalOffset: localOffset(now, this.settings.get('timezone')),
      ...(mayView && { ServiceIdentification: this.settings.get('deviceName') }),
      PowerState: 'On',
      ServiceEntryPointUUID: this.identity.uuid,
      Status: this.snapshots.current.fresh ? ENABLED : SILENT,
      NetworkProtocol: link(`${MANAGER}/NetworkProtocol`),
      EthernetInterfaces: link(`${MANAGER}/EthernetInterfaces`),
      LogServices: link(`${MANAGER}/LogServices`),
      Links: {
        ManagerForChassis: links([CHASSIS]),
        'ManagerForChassis@odata.count': 1,
        ManagerInChassis: link(CHASSIS),
        SoftwareImages: links(['/UpdateService/FirmwareInventory/Controller']),
        'SoftwareImages@odata.count': 1,
        ActiveSoftwareImage: link('/UpdateService/FirmwareInventory/Controller'),
      },
    };
  }

  /** Restarts the controller once the response is sent; relays stay as they are. */
  async #restart(call: Call): Promise<Outcome> {
    need(call, 'allowPduRestart');
    await this.reboots.record(call.caller);
    return { afterwards: (response) => this.reboots.restartAfter(response) };
  }
}

/** The offset of a time zone from UTC as the protocol writes it: `+02:00`. */
function localOffset(at: number, timezone: string): string {
  const zone = ianaZone(timezone) ?? 'UTC';
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /GMT([+-]\d\d:\d\d)/.exec(name)?.[1] ?? '+00:00';
}
