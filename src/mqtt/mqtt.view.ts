import { ApiProperty } from '@nestjs/swagger';
import { commandsIn, MQTT_STATES, refusedIn, type MqttState, type MqttStatus } from './mqtt-status.js';

/** The connection to the MQTT broker. Numbers count since the start of the controller. */
export class MqttView {
  /**
   * `refused`: the broker does not admit the controller; `unreachable`: there is no connection to it.
   * @example "connected"
   */
  @ApiProperty({ enum: MQTT_STATES })
  state: MqttState;
  /** The beginning of the state, ISO 8601. */
  since: string;
  /** The broker of the settings, as host:port; absent while none is entered. @example "mqtt.example:8883" */
  broker?: string | undefined;
  /** The version of MQTT; absent while it is not connected. @example "5" */
  @ApiProperty({ enum: ['5', '3.1.1'], required: false })
  protocol?: '5' | '3.1.1' | undefined;
  /** The reason why it is not connected, in a sentence. */
  reason?: string | undefined;
  /** Messages sent. @example 5120 */
  sent: number;
  /** Messages given up: refused by the broker, or pushed out of a full queue. @example 0 */
  dropped: number;
  /** Commands carried out. @example 12 */
  commands: number;
  /** Commands refused. @example 0 */
  refusedCommands: number;
  /** Messages that wait to be sent. @example 0 */
  outbox: number;
}

export const mqttView = (status: MqttStatus, host: string, port: number): MqttView => ({
  state: status.state,
  since: new Date(status.since).toISOString(),
  broker: host === '' ? undefined : `${host.includes(':') ? `[${host}]` : host}:${port}`,
  protocol: status.protocol,
  reason: status.reason,
  sent: status.sent,
  dropped: status.dropped,
  commands: commandsIn(status),
  refusedCommands: refusedIn(status),
  outbox: status.outbox,
});

export const MQTT_TEST_STEPS = ['address', 'connection', 'encryption', 'signIn', 'roundTrip'] as const;
export type MqttTestStep = (typeof MQTT_TEST_STEPS)[number];

/** One step of a test of the connection. */
export class MqttTestStepView {
  /**
   * `address`: the name is resolved and allowed; `connection`: something listens there; `encryption`: TLS with the right
   * certificate; `signIn`: the broker admits the controller; `roundTrip`: a message below the prefix comes back.
   */
  @ApiProperty({ enum: MQTT_TEST_STEPS })
  step: MqttTestStep;
  ok: boolean;
  /** Its duration, ms. @example 4 */
  milliseconds: number;
  /** The finding, or the reason of the failure. @example "192.0.2.30" */
  detail?: string | undefined;
}

/** A test of the connection to the broker: its steps up to the first that failed. */
export class MqttTestView {
  ok: boolean;
  steps: MqttTestStepView[];
}
