import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to a port of this machine, which can deliver nothing for a while without closing: a stalled TCP connection. */
export class StallingLine {
  readonly #sockets = new Set<Socket>();
  #isStalled = false;

  private constructor(
    private readonly server: Server,
    target: number,
  ) {
    server.on('connection', (near: Socket) => {
      const far = connect(target, '127.0.0.1');
      this.#pass(near, far);
      this.#pass(far, near);
    });
  }

  static async to(target: number): Promise<StallingLine> {
    const server = createServer().listen(0, '127.0.0.1');
    const line = new StallingLine(server, target);
    await once(server, 'listening');
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Everything that is sent from now on waits in the buffers of the connection. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Delivers what has waited, and everything else. */
  goOn(): void {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => void to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isStalled) from.pause();
  }
}
