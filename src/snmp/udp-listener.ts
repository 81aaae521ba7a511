import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { plainAddress } from '../common/networks.js';
import { urgentWorkEnded } from '../common/urgent-work.js';
import type { Sender } from './principal.js';

/** Waiting datagrams take this much memory of the system, at most. */
const RECEIVE_BUFFER = 1_048_576;

/** Datagrams that wait while a switching command is carried out; senders repeat those beyond. */
const MAX_WAITING = 64;

export type Answerer = (octets: Buffer, sender: Sender) => Buffer | undefined | Promise<Buffer | undefined>;

/** A UDP port whose datagrams are answered. */
export class UdpListener {
  #pending = 0;
  #waiting: [Buffer, RemoteInfo][] = [];
  #isClosing = false;

  private constructor(
    private readonly socket: Socket,
    private readonly answer: Answerer,
    private readonly onError: (error: Error) => void,
  ) {
    socket.on('message', (octets, from) => this.#onMessage(octets, from));
    socket.on('error', onError);
  }

  /** Rejects if the port cannot be opened. */
  static async open(
    port: number,
    host: string,
    answer: Answerer,
    onError: (error: Error) => void,
  ): Promise<UdpListener> {
    const type = isIPv6(host) ? 'udp6' : 'udp4';
    const socket = createSocket({
      type,
      // The senders are addresses: nothing is looked up.
      lookup: (address, _, done) => done(null, address, type === 'udp6' ? 6 : 4),
    });
    try {
      const listening = once(socket, 'listening'); // rejects on an error
      socket.bind(port, host);
      await listening;
    } catch (error) {
      socket.close();
      throw error;
    }
    enlargeBuffer(socket);
    return new UdpListener(socket, answer, onError);
  }

  /** Takes no more datagrams; requests under way are still answered. */
  close(): void {
    this.#isClosing = true;
    this.socket.removeAllListeners('message');
    this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#isClosing && this.#pending === 0 && this.#waiting.length === 0) this.socket.close();
  }

  /** A flood of requests gives way to a switching command that is being carried out. */
  #onMessage(octets: Buffer, from: RemoteInfo): void {
    if (this.#waiting.length > 0) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push([octets, from]);
      return;
    }
    const urgent = urgentWorkEnded();
    if (!urgent) {
      this.#answer(octets, from);
      return;
    }
    this.#waiting.push([octets, from]);
    void urgent.then(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const [each, sender] of waiting) this.#answer(each, sender);
      this.#closeWhenIdle();
    });
  }

  #answer(octets: Buffer, from: RemoteInfo): void {
    const answer = this.answer(octets, { address: plainAddress(from.address), port: from.port });
    if (answer instanceof Promise) void this.#sendLater(answer, from);
    else if (answer) this.#send(answer, from);
  }

  async #sendLater(answer: Promise<Buffer | undefined>, from: RemoteInfo): Promise<void> {
    this.#pending++;
    try {
      const octets = await answer;
      if (octets) this.#send(octets, from);
    } finally {
      this.#pending--;
      this.#closeWhenIdle();
    }
  }

  #send(octets: Buffer, { address, port }: RemoteInfo): void {
    // The sender notices a failure by the missing answer; a callback would cost each answer a tick.
    if (port > 0) this.socket.send(octets, port, address);
  }
}

/** The system may allow less. */
function enlargeBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER);
  } catch {
    // It stays as it is.
  }
}
