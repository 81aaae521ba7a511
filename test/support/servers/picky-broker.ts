/** A broker between a controller and mosquitto that answers the sign-in as a test says, and passes the rest on. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** The protocol level of a CONNECT packet: 5, 4 for 3.1.1, 0x84 for 3.1.1 of a bridge. */
const levelOf = (packet: Buffer): number => packet[packet.indexOf('MQTT', 0, 'latin1') + 4] ?? 0;

/** The bytes to answer a CONNECT of this level with, `close` without an answer, or undefined to let it pass. */
export type SignInAnswer = (level: number) => Buffer | 'close' | undefined;

/** CONNACK with a return code of 3.1.1, and with a reason of 5. */
export const returnCode = (code: number): Buffer => Buffer.from([0x20, 2, 0, code]);
export const reasonCode = (code: number): Buffer => Buffer.from([0x20, 3, 0, code, 0]);

export class PickyBroker {
  /** The protocol levels of the sign-ins. */
  readonly levels: number[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(behind: number, answer: SignInAnswer): Promise<PickyBroker> {
    const server = createServer();
    const self = new PickyBroker(server);
    server.on('connection', (socket) => self.#accept(socket, behind, answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return self;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #accept(socket: Socket, behind: number, answer: SignInAnswer): void {
    this.#follow(socket);
    socket.once('data', (packet: Buffer) => {
      const level = levelOf(packet);
      this.levels.push(level);
      const said = answer(level);
      if (said === 'close') socket.destroy();
      else if (said) socket.end(said);
      else this.#pass(socket, packet, behind);
    });
  }

  #pass(socket: Socket, packet: Buffer, behind: number): void {
    const broker = connect(behind, '127.0.0.1');
    this.#follow(broker);
    broker.write(packet);
    socket.pipe(broker).pipe(socket);
    for (const [each, other] of [
      [socket, broker],
      [broker, socket],
    ] as const) {
      each.once('close', () => other.destroy());
    }
  }

  #follow(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }
}
