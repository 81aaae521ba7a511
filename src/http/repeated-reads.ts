import type { Socket } from 'node:net';
import type { TimedRequest, TimedResponse } from './timed-messages.js';

/** Answers a request again that was answered before; false where this is left to Node. */
export type AnswerAgain = (request: TimedRequest, response: TimedResponse) => boolean;

/**
 * Answers cached reads that a client repeats on one connection, as every program does that reads something again and
 * again: in the same bytes. Node parses them once; what it found in them holds for the same bytes between two requests.
 * Parsing and what belongs to it would take longer than the answer. A client that reads nothing twice is not affected.
 */
export class RepeatedReads {
  readonly #readers = new WeakMap<Socket, Reader>();

  /** @param answerAgain makes all checks that a request has when it is parsed */
  constructor(private readonly answerAgain: AnswerAgain) {}

  /** A cached read was answered at once, while its bytes were parsed. */
  answered(request: TimedRequest, response: TimedResponse): void {
    const { socket } = request;
    const reader = this.#readers.get(socket);
    if (reader) {
      reader.answered(request, response);
      return;
    }
    const [parse, ...others] = socket.listeners('data') as Parse[];
    if (parse && others.length === 0) this.#readers.set(socket, new Reader(socket, parse, this.answerAgain));
  }

  /** The connection carries no more requests. */
  release(socket: Socket): void {
    this.#readers.get(socket)?.release();
    this.#readers.delete(socket);
  }
}

/** Node's own listener for the bytes of a connection. */
type Parse = (bytes: Buffer) => void;

/** Receives the bytes of one connection instead of Node, and hands on all that are not the same request again. */
class Reader {
  /** The latest request that was answered at once, with its bytes. */
  #known: { readonly request: TimedRequest; readonly response: TimedResponse; readonly bytes: Buffer } | undefined;
  /** True while the next bytes are the beginning of a request, and each before it has been answered. */
  #isBetweenRequests = false;
  /** The bytes that Node is parsing. */
  #parsed: Buffer | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly parse: Parse,
    private readonly answerAgain: AnswerAgain,
  ) {
    socket.removeListener('data', parse);
    socket.on('data', this.#receive);
  }

  answered(request: TimedRequest, response: TimedResponse): void {
    const bytes = this.#parsed;
    if (!bytes || !isExactly(bytes, request)) return;
    this.#known = { request, response, bytes };
    this.#isBetweenRequests = true;
  }

  release(): void {
    this.socket.removeListener('data', this.#receive);
  }

  readonly #receive = (bytes: Buffer): void => {
    const known = this.#known;
    const isRepeated = this.#isBetweenRequests && known?.bytes.equals(bytes) === true;
    if (isRepeated && this.answerAgain(known.request, known.response)) return;
    this.#isBetweenRequests = false;
    this.#parsed = bytes;
    this.parse(bytes);
    this.#parsed = undefined;
  };
}

/**
 * True if the bytes are this GET without a body, from its first byte to its last. False as well for one that is written in an unusual
 * way, such as with two spaces after a colon, or whose URL was shortened by the base path.
 */
function isExactly(bytes: Buffer, { url, rawHeaders }: TimedRequest): boolean {
  let text = `GET ${url} HTTP/1.1\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  return bytes.length === text.length + 2 && bytes.toString('latin1') === `${text}\r\n`;
}
