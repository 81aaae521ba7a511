import { Injectable, Logger } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { Access, type CallerWithAddress } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { AllowedNetworks } from '../protocols/allowed-networks.js';
import { guardGivenRights, type GivingSettings } from '../protocols/given-rights.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import { accessOfRole, readAccess, roleCaller } from '../protocols/role-caller.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { TcpListeners, type TcpListener } from '../protocols/tcp-listener.js';
import { completePermissions } from '../roles/role-permissions.js';
import { RolesService } from '../roles/roles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { SettingChange, SettingValues } from '../settings/setting-value.js';
import type { ModbusClient } from './modbus-unit.js';

const LIMITS = { total: 16, perAddress: 4 } as const;
const IDLE: Millis = 60_000;
const DAY: Millis = 24 * 60 * 60_000;
/** Settings that give clients something to read, and something to switch. */
const READING: GivingSettings = [['modbusEnabled', false], ['modbusAllowedNetworks', ''], ['modbusReadRoleId']];
const WRITING: GivingSettings = [
  ['modbusWriteEnabled', false],
  ['modbusWriteNetworks', ''],
  ['modbusWriteRoleId', 0],
];
/** The name of a client without a role. */
const ANYBODY = 'anybody';

/** The Modbus TCP server. Its code beyond this file is loaded when it is switched on for the first time. */
@Injectable()
export class ModbusServerService {
  readonly #logger = new Logger('Modbus');
  readonly #listener: TcpListener;
  readonly #greeted = new LogThrottle(DAY);
  readonly #readAccess: Access;
  readonly #noAccess: Access;
  #writers: { readonly text: string; readonly networks: AllowedNetworks } | undefined;

  constructor(
    listeners: TcpListeners,
    { model }: PduDriver,
    private readonly settings: SettingsStore,
    private readonly roles: RolesService,
    private readonly clock: Clock,
    private readonly modules: LazyModuleLoader,
  ) {
    this.#readAccess = readAccess(model);
    this.#noAccess = new Access(completePermissions({}, model), false);
    settings.addCheck(assertWriterNamed);
    guardGivenRights(settings, {
      givenBy: READING,
      access: ({ modbusEnabled, modbusAllowedNetworks, modbusReadRoleId }) => {
        if (!modbusEnabled || modbusAllowedNetworks === '') return undefined;
        return accessOfRole(roles, modbusReadRoleId, this.#readAccess);
      },
    });
    guardGivenRights(settings, {
      givenBy: [...READING, ...WRITING],
      access: ({ modbusEnabled, modbusWriteEnabled, modbusWriteNetworks, modbusWriteRoleId }) =>
        modbusEnabled && modbusWriteEnabled && modbusWriteNetworks !== ''
          ? roles.accessOf(modbusWriteRoleId)
          : undefined,
    });
    this.#listener = listeners.serve('modbus', {
      label: 'Modbus',
      settings: () => ({
        enabled: settings.get('modbusEnabled'),
        port: settings.get('modbusPort'),
        networks: settings.get('modbusAllowedNetworks'),
      }),
      emptyMeans: 'nobody',
      limits: LIMITS,
      idle: () => IDLE,
      warning: () => this.#warning,
      load: () => this.#load(),
    });
  }

  async #load(): Promise<(connection: TcpConnection) => void> {
    const [{ ModbusUnitModule, ModbusUnit }, { ModbusSession }] = await Promise.all([
      import('./modbus-unit.module.js'),
      import('./modbus-session.js'),
    ]);
    const unit = (await this.modules.load(() => ModbusUnitModule, { logger: false })).get(ModbusUnit);
    return (connection) => {
      const { address } = connection;
      if (this.#greeted.isDue(address, this.clock.uptime())) this.#logger.log(`A client connects from ${address}.`);
      const client = this.#clientOf(address);
      const { traffic } = this.#listener;
      new ModbusSession(connection, {
        answer: (frame) => {
          traffic.requests++;
          traffic.clients.note(address, client.name, this.clock.now());
          return unit.answer(frame, client);
        },
        onMalformed: () => traffic.errors++,
      });
    };
  }

  /** The client of an address, always with the rights of now. */
  #clientOf(address: string): ModbusClient & { readonly name: string } {
    const reader = this.#caller(address, 'modbusReadRoleId', this.#readAccess, () => true);
    const writer = this.#caller(address, 'modbusWriteRoleId', this.#noAccess, () => this.#mayWrite(address));
    return {
      get name() {
        return reader.username;
      },
      get access() {
        return reader.access;
      },
      get writer() {
        return writer.hasEnded ? undefined : writer;
      },
    };
  }

  get #warning(): string | undefined {
    if (!this.settings.get('modbusWriteEnabled')) return undefined;
    const networks = this.settings.get('modbusWriteNetworks');
    if (networks === '' || this.settings.get('modbusWriteRoleId') === 0) return undefined;
    return `Everybody in ${networks} can switch without a password, because Modbus has no sign-in.`;
  }

  /** True if a client with this address may write; an address that may not connect has no connection. */
  #mayWrite(address: string): boolean {
    const networks = this.settings.get('modbusWriteNetworks');
    if (this.#writers?.text !== networks) {
      this.#writers = { text: networks, networks: AllowedNetworks.parse(networks, 'nobody') };
    }
    const isNamed = this.settings.get('modbusWriteRoleId') !== 0;
    return this.settings.get('modbusWriteEnabled') && isNamed && this.#writers.networks.includes(address);
  }

  #caller(
    address: string,
    role: 'modbusReadRoleId' | 'modbusWriteRoleId',
    withoutRole: Access,
    isAdmitted: () => boolean,
  ): CallerWithAddress {
    const roleId = () => this.settings.get(role);
    return roleCaller(this.roles, { protocol: 'modbus', address, roleId, withoutRole, name: ANYBODY, isAdmitted });
  }
}

/** Writers need the rights of a role: refuses to switch writing on without one, and to take it away. */
function assertWriterNamed(change: SettingChange, { modbusWriteEnabled, modbusWriteRoleId }: SettingValues): void {
  const isChanged = change.modbusWriteEnabled !== undefined || change.modbusWriteRoleId !== undefined;
  if (isChanged && modbusWriteEnabled && modbusWriteRoleId === 0) {
    throw new ApiError('MODBUS_WRITE_ROLE_MISSING').at('modbusWriteRoleId');
  }
}
