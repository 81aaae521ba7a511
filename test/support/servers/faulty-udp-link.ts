import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A network before a UDP server that can lose what is sent, and keep answers back. */
export class FaultyUdpLink {
  #isCut = false;
  #heldAnswers: Buffer[] | undefined;
  #noteAnswer: () => void = () => undefined;
  readonly #near: Socket;
  readonly #far = createSocket('udp4');
  #client: { port: number; address: string } | undefined;

  private constructor(target: number) {
    this.#near = createSocket('udp4');
    this.#near.on('message', (bytes, { port, address }) => {
      this.#client = { port, address };
      if (!this.#isCut) this.#far.send(bytes, target, '127.0.0.1');
    });
    this.#far.on('message', (bytes) => {
      if (this.#heldAnswers) {
        this.#heldAnswers.push(bytes);
        this.#noteAnswer();
      } else if (!this.#isCut) this.#answer(bytes);
    });
  }

  static async to(port: number): Promise<FaultyUdpLink> {
    const network = new FaultyUdpLink(port);
    network.#near.bind(0, '127.0.0.1');
    await once(network.#near, 'listening');
    return network;
  }

  get port(): number {
    return this.#near.address().port;
  }

  cut(isCut: boolean): void {
    this.#isCut = isCut;
  }

  /** Keeps answers back. Resolves once the server has given the first one. */
  async holdAnswers(): Promise<void> {
    this.#heldAnswers = [];
    await new Promise<void>((resolve) => (this.#noteAnswer = resolve));
  }

  releaseAnswers(): void {
    const held = this.#heldAnswers ?? [];
    this.#heldAnswers = undefined;
    for (const bytes of held) this.#answer(bytes);
  }

  #answer(bytes: Buffer): void {
    if (this.#client) this.#near.send(bytes, this.#client.port, this.#client.address);
  }

  stop(): void {
    this.#near.close();
    this.#far.close();
  }
}
