import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import type { MqttStatus } from './mqtt-status.js';
import { MqttService } from './mqtt.service.js';

const { gauge, counter } = metricsOfOne<MqttStatus>();

/** The connection to the MQTT broker; nothing until it is switched on. */
export const MQTT_METRICS = metricsFrom('mqtt', [MqttService], (mqtt) => ({
  needs: 'viewNetworkSettings',
  rows: [
    gauge('rackfeed_mqtt_up', '1 while the controller is connected to the MQTT broker.', ({ state }) =>
      state === 'off' ? undefined : state === 'connected',
    ),
    counter('rackfeed_mqtt_messages_sent_total', 'Messages sent to the MQTT broker.', ({ sent }) => sent),
    counter(
      'rackfeed_mqtt_messages_dropped_total',
      'Messages to the MQTT broker that were given up.',
      ({ dropped }) => dropped,
    ),
    counter('rackfeed_mqtt_commands_total', 'Commands from the MQTT broker, by their result.', ({ commands }) =>
      [...commands].map(([result, value]) => ({ labels: { result }, value })),
    ),
  ],
  subjects: () => (mqtt.isLoaded ? [mqtt.status] : []),
}));
