import type { SettingValues } from '../../settings/setting-value.js';

/** The settings of a connection; another value of any of them is another connection. */
export interface BrokerSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly caCert: string;
  readonly clientCert: string;
  readonly clientKey: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly version: SettingValues['mqttVersion'];
  /** Seconds. */
  readonly keepalive: number;
  readonly prefix: string;
}

/** @param serial of the PDU, for the client id and the prefix that are not set */
export const brokerSettings = (values: SettingValues, serial: string): BrokerSettings => ({
  host: values.mqttHost,
  port: values.mqttPort,
  tls: values.mqttTls,
  caCert: values.mqttCaCert,
  clientCert: values.mqttClientCert,
  clientKey: values.mqttClientKey,
  username: values.mqttUsername,
  password: values.mqttPassword,
  clientId: values.mqttClientId || `rackfeed-${serial}`,
  version: values.mqttVersion,
  keepalive: values.mqttKeepalive,
  prefix: values.mqttTopicPrefix || `rackfeed/${serial}`,
});
