import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { assertNoPrivilegeEscalation, type Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { givesRights, type GivingSettings } from '../protocols/given-rights.js';
import type { SettingChange, SettingValues } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';
import { UsersService } from '../users/users.service.js';

/**
 * Settings that give the rights of the MQTT user to a user, or to whoever sends to a broker or below a topic, with the
 * values that only take something away.
 */
const GIVING_RIGHTS: GivingSettings = [
  ['mqttUserId', ''],
  ['mqttEnabled', false],
  ['mqttCommandsEnabled', false],
  ['mqttRequireTime', true],
  ['mqttHost', ''],
  ['mqttPort'],
  ['mqttTls', true],
  ['mqttCaCert'],
  ['mqttTopicPrefix'],
];

/** The checks of the settings of MQTT together, and of who may give away the rights of its user. */
@Injectable()
export class MqttRules {
  constructor(
    settings: SettingsStore,
    private readonly users: UsersService,
  ) {
    settings.addCheck((change, after, access) => {
      this.#assertUser(settings.values, change, after, access);
      if (change.mqttClientCert !== undefined || change.mqttClientKey !== undefined) assertPair(after);
    });
  }

  /** The user exists, and the client has every permission of the user whom the change gives something. */
  #assertUser(before: SettingValues, change: SettingChange, after: SettingValues, access: Access): void {
    const { mqttUserId, mqttCommandsEnabled } = after;
    const isCommand = change.mqttCommandsEnabled !== undefined || change.mqttUserId !== undefined;
    if (isCommand && mqttCommandsEnabled && mqttUserId === '') {
      throw new ApiError('MQTT_USER_MISSING').at('mqttUserId');
    }
    if (mqttUserId === '' || !givesRights(GIVING_RIGHTS, before, after)) return;
    const user = this.users.current({ id: Number(mqttUserId) });
    if (!user || !this.users.isActive(user)) {
      if (before.mqttUserId === mqttUserId) return; // nobody's rights are given away
      throw new ApiError('SETTING_USER_UNKNOWN', mqttUserId).at('mqttUserId');
    }
    assertNoPrivilegeEscalation({ access }, this.users.accessOf(user));
  }
}

function assertPair({ mqttClientCert, mqttClientKey }: SettingValues): void {
  if (mqttClientCert === '' && mqttClientKey === '') return;
  const fits =
    mqttClientCert !== '' &&
    mqttClientKey !== '' &&
    new X509Certificate(mqttClientCert).checkPrivateKey(createPrivateKey(mqttClientKey));
  if (!fits) throw new ApiError('MQTT_CLIENT_CERTIFICATE').at('mqttClientKey');
}
