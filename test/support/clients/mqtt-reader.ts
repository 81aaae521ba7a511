import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';

export interface ReceivedMessage {
  readonly topic: string;
  readonly payload: Buffer;
}

/** A client of an MQTT broker as hub and controllers are: MQTT 3.1.1, a clean session, no reconnect of its own. */
export class MqttReader {
  readonly received: ReceivedMessage[] = [];
  readonly closed: Promise<void>;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly client: MqttClient) {
    client.on('message', (topic, payload) => {
      this.received.push({ topic, payload });
      for (const check of this.#waiting) check();
    });
    client.on('error', () => undefined);
    this.closed = new Promise((resolve) => client.once('close', resolve));
  }

  static async connect(url: string, clientId: string, options: IClientOptions = {}): Promise<MqttReader> {
    const fixed = { clientId, protocolVersion: 4, clean: true, reconnectPeriod: 0 } as const;
    return new MqttReader(await connectAsync(url, { ...options, ...fixed }, false));
  }

  /** Resolves once the broker has confirmed. */
  async subscribe(filter: string, qos: 0 | 1 = 0): Promise<void> {
    await this.client.subscribeAsync(filter, { qos });
  }

  async publish(topic: string, payload: string | Buffer, qos: 0 | 1 = 0): Promise<void> {
    await this.client.publishAsync(topic, payload, { qos });
  }

  /** The topics and texts of the messages up to the first with this text. */
  async until(text: string): Promise<string[]> {
    const texts = () => this.received.map(({ payload }) => payload.toString());
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!texts().includes(text)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
    return this.received
      .slice(0, texts().indexOf(text) + 1)
      .map(({ topic, payload }) => `${topic} ${payload.toString()}`);
  }

  /** Breaks the connection as a line that is cut does: without a word to the broker. */
  breakConnection(): void {
    this.client.stream.destroy();
  }

  async end(): Promise<void> {
    await this.client.endAsync(true);
  }
}
