import { basePath } from '../api/base-path.js';
import { accessToken } from '../api/credential.js';
import { withoutOverrides } from '../language/direction.js';

export type LiveState = 'connecting' | 'live' | 'lost';

/** The status of the stream; the same object as long as nothing in it changes. */
export interface LiveStatus {
  readonly state: LiveState;
  /**
   * Whole seconds since the values were measured; 0 up to {@link OLD_AFTER}, so that the status of a live stream is
   * constant.
   */
  readonly age: number;
}

/** The age in seconds above which values are shown as old. */
export const OLD_AFTER = 5;
/**
 * The server sends every second; a connection without a message for this time is dead, even if TCP still holds it open.
 */
const DEAD_AFTER = 5_000;
/**
 * A connection that has had no message for so long since it was begun is begun again. TCP repeats its first packet after 1, 3, 7, 15,
 * 31 and 63 s, so that one begun during an outage may learn a minute late that it is over.
 */
const FIRST_WITHIN = 10_000;
/** The longest waits before the attempts to reconnect. */
const WAITS = [250, 500, 1_000, 2_000, 3_000];
const SESSION_ENDED = 4401;

/** The place that keeps what comes. */
export interface LiveSink {
  /** @param isFirst true for the first message of a connection */
  receive(message: object, isFirst: boolean): void;
  /** The device as the newest message has it; undefined before the first. */
  readonly device: { readonly uptime: number; readonly time: string; readonly readingAge?: number } | undefined;
}

/** Keeps the stream open: reconnects automatically and reports a loss immediately. */
export class LiveConnection {
  #socket: WebSocket | undefined;
  #status: LiveStatus = { state: 'connecting', age: 0 };
  #failures = 0;
  /** The query of the address, by which a page asks for a part of what there is. */
  #query = '';
  /** True until this connection has had a message. */
  #isFirst = true;
  #lastMessage = performance.now();
  #begun = performance.now();
  /** True from a loss to the next message. */
  #isLost = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly store: LiveSink,
    /** Called if the stream was refused because the session has ended. */
    private readonly onRefused: () => void,
    /** Called with the first message after a loss. */
    private readonly onBack: () => void,
  ) {}

  get status(): LiveStatus {
    return this.#status;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the stream; one that is open stays. */
  start(): void {
    if (this.#watch !== undefined) return;
    this.#lastMessage = performance.now();
    this.#watch = setInterval(() => this.#check(), 1_000);
    addEventListener('online', this.#connectNow);
    addEventListener('offline', this.#drop);
    this.#connect();
  }

  /** Opens the stream again, with another query. */
  ask(query: string): void {
    if (query === this.#query) return;
    this.#query = query;
    if (this.#watch !== undefined) this.#connectNow();
  }

  stop(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    clearTimeout(this.#retry);
    removeEventListener('online', this.#connectNow);
    removeEventListener('offline', this.#drop);
    this.#close();
    this.#failures = 0;
    this.#isLost = false;
    this.#notify({ state: 'connecting', age: 0 });
  }

  #connect(): void {
    this.#close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${basePath}/ws${this.#query}`);
    this.#socket = socket;
    this.#begun = performance.now();
    this.#isFirst = true;
    const token = accessToken();
    // Without a token, the session cookie came with the upgrade.
    socket.onopen = () => socket.send(JSON.stringify(token === undefined ? { cookie: '' } : { token }));
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lost(code);
  }

  readonly #connectNow = (): void => {
    clearTimeout(this.#retry);
    this.#failures = 0;
    this.#connect();
  };

  readonly #drop = (): void => {
    this.#close();
    this.#lost(0);
  };

  #close(): void {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = undefined;
  }

  #receive(data: string): void {
    this.#failures = 0;
    this.#lastMessage = performance.now();
    const message = JSON.parse(withoutOverrides(data)) as object;
    this.store.receive(message, this.#isFirst);
    this.#isFirst = false;
    this.#notify({ state: 'live', age: shown(this.store.device?.readingAge ?? 0) });
    if (!this.#isLost) return;
    this.#isLost = false;
    this.onBack();
  }

  #lost(code: number): void {
    this.#socket = undefined;
    this.#isLost = true;
    if (code === SESSION_ENDED) this.onRefused();
    this.#notify({ state: this.store.device ? 'lost' : 'connecting', age: this.#age() });
    clearTimeout(this.#retry);
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)] ?? 0;
    this.#failures++;
    // Pages that a restart has cut off together do not come back together.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  #check(): void {
    const [since, limit] = this.#isFirst ? [this.#begun, FIRST_WITHIN] : [this.#lastMessage, DEAD_AFTER];
    if (this.#socket && performance.now() - since > limit) this.#drop();
    if (this.#status.state === 'lost') this.#notify({ state: 'lost', age: this.#age() });
  }

  #age(): number {
    return Math.round((performance.now() - this.#lastMessage) / 1000);
  }

  #notify(status: LiveStatus): void {
    // By this attribute the style sheet greys all live values, so that nothing has to be rendered for it.
    document.documentElement.dataset['live'] = status.age > OLD_AFTER ? 'old' : status.state;
    if (status.state === this.#status.state && status.age === this.#status.age) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

const shown = (age: number): number => (age > OLD_AFTER ? Math.round(age) : 0);
