import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `sound`: everything passes. `late`: answers come when nobody waits for them any more. `cut`: nobody gets through. `mute`: taken and never answered. `garbled`: answers are noise. */
export type LinkState = 'sound' | 'cut' | 'mute' | 'late' | 'garbled';

/** Longer than the time limit of the links under test, ms; these are no longer on a slow machine, because the driver's own limits are not. */
const LATE = 900;

/** A cable to a TCP server that can go bad. */
export class FaultyTcpLink {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #state: LinkState = 'sound';

  private constructor(private readonly target: number) {
    this.#server = createServer((near) => this.#join(near));
  }

  static async to(port: number): Promise<FaultyTcpLink> {
    const cable = new FaultyTcpLink(port);
    await new Promise<void>((resolve) => cable.#server.listen(0, '127.0.0.1', resolve));
    return cable;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  setState(state: LinkState): void {
    this.#state = state;
    if (state === 'cut') for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') return void near.destroy();
    const far = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (this.#state !== 'mute') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (this.#state === 'sound') near.write(bytes);
      if (this.#state === 'late') setTimeout(() => near.destroyed || near.write(bytes), LATE);
      if (this.#state === 'garbled') near.write(Buffer.from(bytes.map((byte) => byte ^ 0xa5)));
    });
  }
}
