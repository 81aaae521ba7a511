import { Injectable, Logger } from '@nestjs/common';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { BanksService } from '../../banks/banks.service.js';
import type { Access } from '../../common/access.js';
import { VERSION } from '../../common/version.js';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { GroupsService } from '../../groups/groups.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { InletsService } from '../../inlets/inlets.service.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { RelayOutputsService } from '../../relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../../sensors/sensors.service.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { Components, type Component, type NoComponent } from './component.js';
import { addBanks, addControls, addInlets, addOutlets, addSensors, type ShownPdu } from './pdu-components.js';

const PRODUCT = 'Rackfeed';
/** Some brokers take 128 KiB at most. */
const MAX_BYTES = 120_000;

/** The message that announces a device to Home Assistant. */
export interface DiscoveryMessage {
  readonly device: Readonly<Record<string, string | readonly string[]>>;
  readonly origin: { readonly name: string; readonly sw_version: string };
  readonly availability: readonly object[];
  readonly components: Readonly<Record<string, Component | NoComponent>>;
}

/** The platforms of the components of a message, by their keys. */
export const componentsIn = ({ components }: DiscoveryMessage): ReadonlyMap<string, string> =>
  new Map(Object.entries(components).map(([key, { platform }]) => [key, platform]));

/** The PDU as a device of Home Assistant: what the user of MQTT may view, and may switch. */
@Injectable()
export class Discovery {
  readonly #logger = new Logger('MQTT');
  #isShort = false;

  constructor(
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly groups: GroupsService,
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** @param prefix of the topics of Home Assistant */
  topic(prefix: string): string {
    return `${prefix}/device/${this.#node}/config`;
  }

  /**
   * The announcement for a role.
   * @param prefix of the topics of this PDU
   * @param address of the controller, for the link to its pages
   */
  message(access: Access, prefix: string, address?: string): DiscoveryMessage {
    const whole = this.#message(access, prefix, address, true);
    const isLong = Buffer.byteLength(JSON.stringify(whole)) > MAX_BYTES;
    if (isLong && !this.#isShort) {
      this.#logger.warn('The announcement to Home Assistant is long: it is sent without the current of each outlet.');
    }
    this.#isShort = isLong;
    return isLong ? this.#message(access, prefix, address, false) : whole;
  }

  #message(access: Access, prefix: string, address: string | undefined, withCurrents: boolean): DiscoveryMessage {
    const { profile } = this.driver.model;
    const seesDevice = access.can('viewGlobalDeviceSettings');
    const serial = profile.enclosureSerialNumber;
    const device = seesDevice ? this.settings.get('deviceName') : `${PRODUCT} ${serial}`;
    const components = new Components({ node: this.#node, device, prefix });
    const pdu = this.#shown(access, withCurrents);
    addOutlets(components, pdu);
    addBanks(components, pdu);
    addInlets(components, pdu);
    addSensors(components, pdu);
    addControls(components, pdu);
    const url = this.#url(address);
    return {
      device: {
        identifiers: [this.#node],
        name: device,
        manufacturer: PRODUCT,
        ...(seesDevice && { model: profile.modelNumber, sw_version: VERSION }),
        serial_number: serial,
        ...(url !== undefined && { configuration_url: url }),
      },
      origin: { name: PRODUCT, sw_version: VERSION },
      availability: [{ topic: `${prefix}/status`, payload_available: 'online', payload_not_available: 'offline' }],
      components: components.all,
    };
  }

  #shown(access: Access, withCurrents: boolean): ShownPdu {
    const { model } = this.driver;
    const { profile } = model;
    const takesCommands = this.settings.get('mqttCommandsEnabled');
    const seesPorts = access.can('viewPortInfo');
    const switches = takesCommands && profile.outletSwitching;
    return {
      metersOutlets: profile.outletMetering,
      withCurrents,
      seesDevice: access.can('viewGlobalDeviceSettings'),
      mayRestart: takesCommands && access.can('allowPduRestart'),
      outlets: this.outlets.visibleTo(access).map((outlet) => {
        const { outletName, protection } = this.outlets.view(outlet, access);
        return {
          index: outlet.index,
          name: outletName,
          protection,
          maySwitch: switches && access.mayModify(outlet.id),
        };
      }),
      banks: access.can('viewBankStats')
        ? model.banks.map((bank) => ({
            id: bank.id,
            name: this.banks.nameOf(bank),
            hasBreaker: bank.breaker !== undefined,
          }))
        : [],
      inlets: access.can('viewInletStats')
        ? model.inlets.map((inlet) => ({
            place: inlet.position + 1,
            name: this.inlets.nameOf(inlet),
            lines: inlet.lines.length === 3 ? inlet.lines : [],
          }))
        : [],
      sensors: seesPorts
        ? model.sensors
            .filter(({ kind }) => kind === 'temp_hum')
            .map((sensor) => ({ port: sensor.port.toLowerCase(), name: this.sensors.view(sensor).sensorName }))
        : [],
      relays: seesPorts
        ? model.relayOutputs.map((relay) => ({
            id: relay.id,
            name: this.relayOutputs.view(relay).relayName,
            maySwitch: takesCommands && access.can('modifyPortSettings'),
          }))
        : [],
      groups:
        access.can('viewOutletGroups') && access.can('modifyOutletGroups') && switches
          ? this.groups
              .withMembers()
              .filter(({ outlets }) => outlets.length > 0 && outlets.every(({ id }) => access.mayModify(id)))
              .map(({ group: { id, name } }) => ({ id, name }))
          : [],
    };
  }

  get #node(): string {
    return `rackfeed_${this.driver.model.profile.enclosureSerialNumber}`;
  }

  /** The pages of the controller as a browser beside the broker reaches them; undefined where that is not known. */
  #url(address: string | undefined): string | undefined {
    if (address === undefined) return undefined;
    const host = isIPv6(address) ? `[${address}]` : address.replace(/^::ffff:/, '');
    const isSecure = this.settings.get('webSslEnabled');
    const listening = (this.http.httpAdapter.getHttpServer() as Server).address();
    const plain = typeof listening === 'object' && listening !== null ? listening.port : this.config.port;
    const port = isSecure ? this.settings.get('webSslPort') : plain;
    const isUsual = port === (isSecure ? 443 : 80);
    return `${isSecure ? 'https' : 'http'}://${host}${isUsual ? '' : `:${port}`}${this.config.basePath}/`;
  }
}
