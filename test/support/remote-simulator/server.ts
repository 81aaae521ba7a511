import { createServer, type Server, type Socket } from 'node:net';
import type { SimulatorDriver } from '../../../src/hardware/drivers/simulator/simulator.driver.js';
import { onMessage, send, type Numbered, type SimulatorRequest, type SimulatorReply } from './protocol.js';
import type { CommandRecorder } from './command-recorder.js';

/** Lets controllers reach a simulated PDU over a socket. It goes on as it is, whoever comes and goes. */
export class RemoteSimulatorServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #connections = 0;

  /** @param simulator opened already */
  constructor(
    private readonly simulator: SimulatorDriver,
    private readonly recorder: CommandRecorder,
  ) {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Rejects when the path is taken. */
  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  close(): Promise<void> {
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    const connection = ++this.#connections;
    this.#sockets.add(socket);
    this.recorder.record({ event: 'opened', connection });
    socket.on('error', () => undefined); // whoever died in the middle of a sentence is gone, and `close` follows
    socket.on('close', () => {
      if (this.#sockets.delete(socket)) this.recorder.record({ event: 'closed', connection });
    });
    onMessage<Numbered<SimulatorRequest>>(socket, (question) => void this.#answer(socket, connection, question));
  }

  async #answer(socket: Socket, connection: number, question: Numbered<SimulatorRequest>): Promise<void> {
    const reply = await this.#do(connection, question).then(
      (answer): SimulatorReply => ({ answer }),
      (error: unknown): SimulatorReply => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    this.recorder.recordMoves(this.simulator.currentState(), connection);
    if (!socket.destroyed) send(socket, { number: question.number, ...reply });
  }

  async #do(connection: number, question: SimulatorRequest): Promise<unknown> {
    switch (question.ask) {
      case 'hello': {
        this.#greet(connection, question);
        return;
      }
      case 'read':
        return this.simulator.read();
      case 'setOutlets':
        return this.simulator.outlets?.setOutlets(question.changes);
      case 'setRelayOutput':
        return this.simulator.relayOutputs?.setRelayOutput(question.id, question.state);
      case 'setHubRelay':
        return this.simulator.ioHub?.setHubRelay(question.port, question.index, question.state);
      case 'setVdcOutput':
        return this.simulator.ioHub?.setVdcOutput(question.port, question.on);
    }
  }

  /** A controller that takes this simulator for another must not switch it. */
  #greet(connection: number, { pid, model, serial }: SimulatorRequest & { readonly ask: 'hello' }): void {
    const { profile } = this.simulator.model;
    this.recorder.record({ event: 'hello', connection, pid });
    if (model === profile.model && serial === profile.enclosureSerialNumber) return;
    throw new Error(
      `The simulator is a ${profile.model} with serial number ${profile.enclosureSerialNumber}, not a ${model} with ${serial}.`,
    );
  }
}
