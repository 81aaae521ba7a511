import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../database/secret-box.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { VERSION } from '../../common/version.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Call, Json, WritableMembers } from '../protocol/provider.js';
import { integerValue, patchedArray, textValue, wrongValue, writable } from '../protocol/writable.js';
import { MANUFACTURER, need } from './common.js';

const TEXT = textValue({ max: 100 });

/** The identity of the PDU: the members that the PDU, its chassis and its manager share. */
@Injectable()
export class PduIdentity {
  /** The same as long as the device key is: it outlives restarts, upgrades and a factory reset. */
  readonly uuid: string;

  constructor(
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    box: SecretBox,
  ) {
    this.uuid = uuidOf(box.fingerprint('redfish service'));
  }

  /** The members that only callers see who may view the device. */
  hardware({ caller }: Call): Json {
    if (!caller.access.can('viewGlobalDeviceSettings')) return {};
    const { modelNumber, enclosureSerialNumber } = this.driver.model.profile;
    return {
      Manufacturer: MANUFACTURER,
      Model: modelNumber,
      PartNumber: modelNumber,
      SerialNumber: enclosureSerialNumber,
    };
  }

  get firmwareVersion(): string {
    return VERSION;
  }

  /** The name, the asset tag and the place, which operators enter. */
  entered({ caller }: Call): Json {
    if (!caller.access.can('viewGlobalDeviceSettings')) return {};
    return {
      UserLabel: this.settings.get('deviceName'),
      AssetTag: this.settings.get('assetTag'),
      Location: this.#location,
    };
  }

  get #location(): Json {
    const { settings } = this;
    const contact = settings.get('snmpContact');
    const unit = settings.get('rackUnit');
    return {
      Placement: {
        Rack: settings.get('rackName'),
        Row: settings.get('rackRow'),
        RackOffset: unit === 0 ? null : unit,
        RackOffsetUnits: 'EIA_310',
      },
      Contacts: contact === '' ? [] : [{ ContactName: contact }],
    };
  }

  /** The members of {@link entered} that clients write, as settings. */
  readonly location: WritableMembers = {
    Placement: {
      Rack: writable('rackName', TEXT),
      Row: writable('rackRow', TEXT),
      RackOffset: writable('rackUnit', (value, at) =>
        value === null ? 0 : integerValue({ min: 1, max: 60 })(value, at),
      ),
      RackOffsetUnits: {
        read: (value, at) => {
          if (value !== 'EIA_310') throw wrongValue('PropertyValueNotInList', value, at, 'Send EIA_310.');
          return {};
        },
      },
    },
    Contacts: writable('snmpContact', (value, at) => {
      const present = this.settings.get('snmpContact');
      const names = patchedArray(value, present === '' ? [] : [present], at, 1, contactName);
      return names[0] ?? '';
    }),
  };

  readonly assetTag = writable('assetTag', TEXT);
  readonly userLabel = writable('deviceName', textValue({ min: 1, max: 100 }));

  /** Changes these settings for a caller who may. */
  async change(call: Call, change: Json): Promise<void> {
    need(call, 'modifyGlobalDeviceSettings');
    await this.settings.changeAsClient(change, call.caller);
  }
}

function contactName(value: unknown, at: Parameters<typeof TEXT>[1]): string {
  const { ContactName: name } = (value ?? {}) as Json;
  if (typeof value !== 'object' || value === null) throw wrongValue('PropertyValueTypeError', value, at);
  return textValue({ min: 1, max: 255 })(name, { name: 'ContactName', pointer: `${at.pointer}/ContactName` });
}

/** A UUID of random bits out of 32 bytes. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = ((parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
