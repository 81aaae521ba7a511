import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Clock, Millis } from '../../common/clock.js';
import { withTimeLimit } from '../../common/time-limit.js';
import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { MqttTestStep, MqttTestStepView, MqttTestView } from '../mqtt.view.js';
import { BrokerConnection, dialectsOf, versionOf, type Dialect } from './broker-connection.js';
import type { BrokerSettings } from './broker-settings.js';
import { openSocket } from './open-socket.js';
import { lossByError, type Loss } from './refusals.js';

const ROUND_TRIP_WITHIN: Millis = 5000;

/** A sentence about a failed step. */
class StepError extends Error {
  constructor(readonly loss: Loss) {
    super(loss.reason);
  }
}

/** Connects once, sends a message to itself and closes; answers the steps up to the first that failed. Never rejects. */
export async function testConnection(
  settings: BrokerSettings,
  targets: OutboundPolicyService,
  clock: Clock,
): Promise<MqttTestView> {
  const steps: MqttTestStepView[] = [];
  let begun = clock.uptime();
  const note = (step: MqttTestStep, ok: boolean, detail?: string): void => {
    const now = clock.uptime();
    steps.push({ step, ok, milliseconds: Math.round(now - begun), ...(detail !== undefined && { detail }) });
    begun = now;
  };
  const order: MqttTestStep[] = ['address', 'connection', ...(settings.tls ? ['encryption' as const] : [])];
  try {
    const socket = () => openSocket(settings, targets, (step, detail) => note(step, true, detail));
    order.push('signIn');
    const connection = await signIn(await socket(), settings, async () => openSocket(settings, targets));
    note('signIn', true, `MQTT ${versionOf(connection.dialect)}`);
    order.push('roundTrip');
    const took = await roundTrip(connection, `${settings.prefix}/test`).finally(() => connection.end());
    if (!took) throw new StepError({ state: 'refused', reason: ROUND_TRIP_FAILED });
    note('roundTrip', true, `${settings.prefix}/test`);
    return { ok: true, steps };
  } catch (error) {
    const { reason } = error instanceof StepError ? error.loss : lossByError(error);
    note(order[steps.length] ?? 'roundTrip', false, reason);
    return { ok: false, steps };
  }
}

const ROUND_TRIP_FAILED =
  'The message did not come back: allow this user to read and write below the prefix in the access list of the broker.';

/** Signs in on an open socket; where the broker does not know a dialect, with the next one on another socket. */
async function signIn(
  socket: Socket,
  settings: BrokerSettings,
  another: () => Promise<Socket>,
): Promise<BrokerConnection> {
  // A bridge does not get its own messages.
  const dialects = dialectsOf(settings.version).filter((dialect) => dialect !== '3.1.1 bridge');
  for (const [place, dialect] of dialects.entries()) {
    try {
      return await connected(place === 0 ? socket : await another(), settings, dialect);
    } catch (error) {
      const isOther = error instanceof StepError && error.loss.isVersion;
      if (!isOther || place === dialects.length - 1) throw error;
    }
  }
  throw new Error('There is a dialect for every version.');
}

const connected = (socket: Socket, settings: BrokerSettings, dialect: Dialect): Promise<BrokerConnection> =>
  new Promise((resolve, reject) => {
    const connection: BrokerConnection = new BrokerConnection(socket, {
      // Another id than that of the connection that may be open now: the broker would end that.
      settings: { ...settings, clientId: `${settings.clientId.slice(0, 50)}-test-${randomBytes(4).toString('hex')}` },
      dialect,
      isEchoed: true,
      onConnect: () => resolve(connection),
      onMessage: () => undefined,
      onEnd: (loss) => reject(new StepError(loss)),
      onDrain: () => undefined,
    });
  });

/** True if a message to a topic comes back. */
function roundTrip(connection: BrokerConnection, topic: string): Promise<boolean> {
  const payload = randomBytes(8).toString('hex');
  return withTimeLimit(
    ROUND_TRIP_WITHIN,
    () =>
      new Promise<boolean>((resolve) => {
        connection.onEachMessage((message) => {
          if (message.topic === topic && message.payload.toString() === payload) resolve(true);
        });
        void connection.subscribe([topic], 0, false).then((admitted) => {
          if (admitted.length === 0) resolve(false);
          else connection.publish({ topic, payload, qos: 1, retain: false }, (isTaken) => !isTaken && resolve(false));
        });
      }),
    () => false,
  );
}
