import type { Millis } from '../common/clock.js';

/** The states of the connection to the broker. */
export const MQTT_STATES = ['off', 'connecting', 'connected', 'refused', 'unreachable'] as const;
export type MqttState = (typeof MQTT_STATES)[number];

/** The connection as it is now. */
export interface LinkStatus {
  readonly state: MqttState;
  /** Wall clock of the beginning of the state. */
  readonly since: Millis;
  /** The version of MQTT, once connected. */
  readonly protocol: '5' | '3.1.1' | undefined;
  /** The reason why it is not connected, or a warning, as a sentence. */
  readonly reason: string | undefined;
  /** Clock.uptime() since which it has been without a connection; undefined while it has one or needs none. */
  readonly lostAt: Millis | undefined;
}

/** Numbers since the start of the controller. */
export interface MqttCounts {
  /** Messages handed over to the broker. */
  readonly sent: number;
  /** Messages that were given up: refused by the broker, or pushed out of a full queue. */
  readonly dropped: number;
  /** Commands by the code of their result; `ok` where they were carried out. */
  readonly commands: ReadonlyMap<string, number>;
  /** Messages that wait to be sent. */
  readonly outbox: number;
}

export interface MqttStatus extends LinkStatus, MqttCounts {}

const OK = 'ok';
export const commandsIn = ({ commands }: Pick<MqttCounts, 'commands'>): number => commands.get(OK) ?? 0;
export const refusedIn = ({ commands }: Pick<MqttCounts, 'commands'>): number =>
  [...commands].reduce((sum, [result, count]) => (result === OK ? sum : sum + count), 0);
