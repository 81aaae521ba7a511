import type { Millis } from '../../common/clock.js';
import {
  afterSending,
  dueKind,
  dueNow,
  type CommandEnd,
  type HubCommand,
  type Sending,
  type SendingKind,
} from './command-life.js';

/** The answer of a PDU. */
export interface CommandAnswer extends CommandEnd {
  readonly id: string;
}

/** A command with its end. */
export interface EndedCommand {
  readonly command: HubCommand;
  readonly end: CommandEnd;
  readonly tries: number;
}

/** The hub as its commands need it. */
export interface CommandPorts {
  /** The hub's clock. It never goes back. */
  readonly now: () => Millis;
  /** False for a PDU for which another hub sends again what is open. */
  readonly isMine: (pdu: string) => boolean;
  /** False for a PDU that is not connected: what would be sent to it now is lost. */
  readonly isReachable: (pdu: string) => boolean;
  readonly send: (kind: SendingKind, command: HubCommand) => void;
  /** Resolves when the ends are durable; rejects when nothing is stored. */
  readonly store: (ended: readonly EndedCommand[]) => Promise<void>;
  /** The PDUs of those commands of this list that are stored, by the id of the command; null for one without an end. */
  readonly pdusOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  /** Resolves when commands that another hub has accepted before are open here too; rejects while nobody can say that. */
  readonly catchUp: () => Promise<void>;
  /** Answers a PDU that the hub has these ends. */
  readonly confirm: (pdu: string, ids: readonly string[]) => void;
}

interface Open {
  readonly command: HubCommand;
  /** Accepted by this hub, which sends it, whichever hub acts for its PDU. */
  readonly isAcceptedHere: boolean;
  sending: Sending;
  /** Its end is being stored; another answer that comes meanwhile must not replace it. */
  isEnding: boolean;
}

/**
 * The accepted commands that have no end yet: sends each until its PDU has answered. The first answer is the end, and it is
 * confirmed once it is durable. Nothing is guessed: a command of a PDU that stays away stays open.
 */
export class OpenCommands {
  readonly #byPdu = new Map<string, Map<string, Open>>();
  readonly #byId = new Map<string, Open>();
  /** The number of commands of each PDU that have come and ended since the start of the hub. */
  readonly #changes = new Map<string, number>();

  constructor(private readonly ports: CommandPorts) {}

  get size(): number {
    return this.#byId.size;
  }

  /** The number of open commands of a PDU. */
  countOf(pdu: string): number {
    return this.#byPdu.get(pdu)?.size ?? 0;
  }

  /** The moment after which none of the open commands of a PDU can begin; undefined without one. */
  lastUntil(pdu: string): Millis | undefined {
    const open = this.#byPdu.get(pdu);
    return open && Math.max(...[...open.values()].map(({ command }) => command.until));
  }

  /** A text that is another one once a command of this PDU has come, has ended, or can no longer begin. */
  stateOf(pdu: string): string {
    const open = [...(this.#byPdu.get(pdu)?.values() ?? [])];
    const over = open.filter(({ command }) => command.until < this.ports.now()).length;
    return `${this.#changes.get(pdu) ?? 0}.${over}`;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Drops the open commands of a PDU that is no longer there. */
  forget(pdu: string): void {
    for (const id of this.#byPdu.get(pdu)?.keys() ?? []) this.#byId.delete(id);
    this.#byPdu.delete(pdu);
    this.#changes.delete(pdu);
  }

  /** Takes a command that is durable, and sends it, unless that is left to the hub that has accepted it. */
  add(command: HubCommand, isAcceptedHere = true): void {
    this.#countChange(command.pdu);
    const open = { command, isAcceptedHere, sending: dueNow(this.ports.now()), isEnding: false };
    this.#byId.set(command.id, open);
    const ofPdu = this.#byPdu.get(command.pdu) ?? new Map<string, Open>();
    this.#byPdu.set(command.pdu, ofPdu.set(command.id, open));
    this.#send(command.pdu, [open]);
  }

  /** Follows what other hubs have accepted and ended. @param commands all that have no end in the database */
  follow(commands: readonly HubCommand[]): void {
    const open = new Set(commands.map(({ id }) => id));
    for (const { command } of [...this.#byId.values()]) if (!open.has(command.id)) this.#remove(command);
    for (const command of commands) if (!this.#byId.has(command.id)) this.add(command, false);
  }

  /** Sends what is due. Commands of PDUs that are away cost nothing. */
  sweep(): void {
    for (const [pdu, open] of this.#byPdu) this.#send(pdu, open.values());
  }

  /** The PDU is there, or asks: what is open is sent at once. */
  sendAll(pdu: string): void {
    const open = [...(this.#byPdu.get(pdu)?.values() ?? [])];
    const now = this.ports.now();
    for (const each of open) each.sending = dueNow(now, each.sending.tries);
    this.#send(pdu, open);
  }

  /**
   * Takes answers of one PDU; resolves when they are stored and confirmed. Answers to commands of other PDUs are dropped;
   * those that the hub does not know any more are confirmed, so that they are not sent for ever.
   */
  async answered(pdu: string, answers: readonly CommandAnswer[]): Promise<void> {
    const first = new Map<string, CommandAnswer>();
    for (const answer of answers) if (!first.has(answer.id)) first.set(answer.id, answer);
    if ([...first.keys()].some((id) => !this.#byId.has(id))) await this.ports.catchUp();
    const ended = [...first.values()].flatMap(({ id, ...end }): (EndedCommand & { readonly open: Open })[] => {
      const open = this.#byId.get(id);
      if (open?.command.pdu !== pdu || open.isEnding) return [];
      return [{ open, command: open.command, end, tries: open.sending.tries }];
    });
    await this.#store(ended);
    const mine = new Set(ended.map(({ command }) => command.id));
    const others = [...first.keys()].filter((id) => !mine.has(id) && !this.#byId.has(id));
    const pdus = others.length > 0 ? await this.ports.pdusOf(others) : NO_PDUS;
    const known = others.filter((id) => !pdus.has(id) || pdus.get(id) === pdu);
    if (mine.size + known.length > 0) this.ports.confirm(pdu, [...mine, ...known]);
  }

  async #store(ended: readonly (EndedCommand & { readonly open: Open })[]): Promise<void> {
    if (ended.length === 0) return;
    for (const { open } of ended) open.isEnding = true;
    try {
      await this.ports.store(ended.map(({ command, end, tries }) => ({ command, end, tries })));
      for (const { command } of ended) this.#remove(command);
    } finally {
      for (const { open } of ended) open.isEnding = false;
    }
  }

  #send(pdu: string, open: Iterable<Open>): void {
    if (!this.ports.isReachable(pdu)) return;
    const now = this.ports.now();
    const isMine = this.ports.isMine(pdu);
    for (const each of open) {
      const waits = each.isEnding || !(isMine || each.isAcceptedHere);
      const kind = waits ? undefined : dueKind(each.command, each.sending, now);
      if (!kind) continue;
      each.sending = afterSending(each.command, each.sending, now);
      this.ports.send(kind, each.command);
    }
  }

  #countChange(pdu: string): void {
    this.#changes.set(pdu, (this.#changes.get(pdu) ?? 0) + 1);
  }

  #remove({ id, pdu }: HubCommand): void {
    this.#countChange(pdu);
    this.#byId.delete(id);
    const ofPdu = this.#byPdu.get(pdu);
    ofPdu?.delete(id);
    if (ofPdu?.size === 0) this.#byPdu.delete(pdu);
  }
}

const NO_PDUS: ReadonlyMap<string, string | null> = new Map();
