/** A UDP relay on the loopback between managers and an agent, and a manager of raw datagrams. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

const onLoopback = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
};

/** Passes datagrams on, remembers those to the agent, and may keep answers back. */
export class UdpRelay {
  readonly toAgent: Buffer[] = [];
  /** Number of the next answers of the agent that get lost. */
  lose = 0;

  private constructor(
    private readonly front: Socket,
    private readonly back: Socket,
  ) {}

  static async to(agentPort: number): Promise<UdpRelay> {
    const relay = new UdpRelay(await onLoopback(), await onLoopback());
    let manager: RemoteInfo | undefined;
    relay.front.on('message', (octets, from) => {
      manager = from;
      relay.toAgent.push(octets);
      relay.back.send(octets, agentPort, '127.0.0.1');
    });
    relay.back.on('message', (octets) => {
      if (relay.lose > 0) relay.lose--;
      else if (manager) relay.front.send(octets, manager.port, manager.address);
    });
    return relay;
  }

  get port(): number {
    return this.front.address().port;
  }

  close(): void {
    this.front.close();
    this.back.close();
  }
}

/** Sends datagrams from a port of its own and keeps the answers. */
export class RawManager {
  readonly answers: Buffer[] = [];
  #waiting: (() => void)[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly agentPort: number,
  ) {
    socket.on('message', (octets) => {
      this.answers.push(octets);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  static async of(agentPort: number): Promise<RawManager> {
    return new RawManager(await onLoopback(), agentPort);
  }

  send(octets: Buffer): Promise<void> {
    return new Promise((resolve) => this.socket.send(octets, this.agentPort, '127.0.0.1', () => resolve()));
  }

  /** Resolves when there are this many answers. */
  async received(count: number): Promise<void> {
    while (this.answers.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.socket.close();
  }
}
