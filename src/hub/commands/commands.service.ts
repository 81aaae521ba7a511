import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { refuseEnded, type CallerWithAddress } from '../../common/access.js';
import type { Millis } from '../../common/clock.js';
import { causeOf } from '../../common/cause.js';
import { COMMAND_VALIDITY } from '../../common/command-validity.js';
import { ApiError } from '../../common/errors.js';
import { uuidV7 } from '../../common/uuid.js';
import { NAME } from '../../common/values.js';
import { DatabaseHealth } from '../../database/database-health.js';
import { Db } from '../../database/db.js';
import { HubLease } from '../../database/hub-lease.js';
import { HubShards } from '../../database/hub-shards.js';
import { decodeUp } from '../../fleet-wire/messages.js';
import { Ticks } from '../../kernel/ticks.js';
import { assertMaySwitch, mayView } from '../access.js';
import { Gatherer, GroupCommit } from '../gatherer.js';
import { CopiedKeys } from '../link/copied-keys.js';
import { HubLink } from '../link/hub-link.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { objectOf } from '../pdus/pdu.store.js';
import { PdusService } from '../pdus/pdus.service.js';
import { FleetPresence } from '../presence/fleet-presence.js';
import { PduStates } from '../state/pdu-states.js';
import type { HubCommand, SendingKind } from './command-life.js';
import type { SendCommandDto } from './command.dto.js';
import { CommandLimits, CommandStore, type NewCommand } from './command.store.js';
import { HubCommandEntity } from './hub-command.entity.js';
import { OpenCommands, type CommandAnswer, type EndedCommand } from './open-commands.js';

/** The most ids in one message that confirms answers. */
const CONFIRMED_AT_ONCE = 256;

/** The most by which the clocks of the hub and of PostgreSQL may differ. */
const MAX_CLOCK_DIFFERENCE: Millis = 2000;

/** The hub's clock and the PDUs that are online, by which an open command is unknown or not. */
export interface CommandJudgement {
  readonly now: Millis;
  readonly online: ReadonlySet<string>;
}

/** A request for a command. */
interface Asked {
  readonly pdu: Pdu;
  readonly order: SendCommandDto;
  readonly key: string | undefined;
  readonly caller: CallerWithAddress;
}

/** Accepts commands to the outlets of PDUs: each is durable before it is sent, and sent until its PDU has answered. */
@Injectable()
export class CommandsService implements OnModuleInit {
  readonly #logger = new Logger('FleetCommands');
  readonly #open: OpenCommands;
  readonly #answers: Gatherer<{ readonly pdu: string; readonly answer: CommandAnswer }>;
  readonly #asked = new GroupCommit<Asked, HubCommandEntity>((asked) => this.#acceptAll(asked));
  readonly #ended = new GroupCommit<readonly EndedCommand[], void>((ended) => this.#endAll(ended));
  #newest = 0;

  constructor(
    private readonly store: CommandStore,
    private readonly db: Db,
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly states: PduStates,
    private readonly presence: FleetPresence,
    private readonly limits: CommandLimits,
    private readonly ticks: Ticks,
    private readonly deletion: PduDeletion,
    private readonly database: DatabaseHealth,
    private readonly lease: HubLease,
    private readonly shards: HubShards,
    private readonly copies: CopiedKeys,
  ) {
    this.#open = new OpenCommands({
      now: () => link.now,
      isMine: (id) => shards.isMine(pdus.get(id)?.no),
      isReachable: (id) => this.#isReachable(id),
      send: (kind, command) => this.#send(kind, command),
      store: (ended) => this.#ended.run(ended),
      pdusOf: (ids) => store.pdusOf(ids),
      catchUp: () => db.catchUp(),
      confirm: (id, ids) => this.#confirm(id, ids),
    });
    this.#answers = new Gatherer((answers) => this.#take(answers));
  }

  /** Commands that the last run has left open go on, before any PDU can connect. */
  async onModuleInit(): Promise<void> {
    this.store.follow(() => this.#follow());
    await this.#follow();
    this.deletion.register({
      check: (pdu) => this.#assertNoneCanBegin(pdu),
      idle: () => this.idle(),
      delete: (entities, { id }) => this.store.deleteOf(entities, id),
      forget: ({ id }) => this.#open.forget(id),
    });
    this.link.onUp('answer', (pdu, payload) => {
      const { id, outcome, code, measured } = decodeUp('answer', payload);
      if (this.shards.isMine(pdu.no)) this.#answers.add({ pdu: pdu.id, answer: { id, outcome, code, measured } });
    });
    // The PDU asks for the time, perhaps for a command that waits for it; the link has answered it.
    this.link.onUp('hello', ({ id }) => this.#open.sendAll(id));
    this.ticks.onTick('actions', () => this.#open.sweep());
    this.database.onReturn(() => void this.#adopt());
  }

  /**
   * Accepts a command; it is durable when this resolves, and on its way. With the key of one that the same user has sent
   * before, that one is answered.
   */
  accept(
    pdu: Pdu,
    order: SendCommandDto,
    key: string | undefined,
    caller: CallerWithAddress,
  ): Promise<HubCommandEntity> {
    return this.#asked.run({ pdu, order, key, caller });
  }

  /** Throws FLEET_COMMAND_UNKNOWN. */
  async find(id: string): Promise<HubCommandEntity> {
    const row = await this.store.byId(id);
    if (!row) throw new ApiError('FLEET_COMMAND_UNKNOWN', id);
    return row;
  }

  /** True for a command whose time is over while its PDU is away: nobody knows what has become of it. */
  isUnknown(command: HubCommandEntity): boolean {
    const known = this.pdus.get(command.pdu);
    return isUnknown(command, {
      now: this.link.now,
      online: known && this.#isOnline(known) ? new Set([known.id]) : NONE,
    });
  }

  /** The facts of this moment that decide which commands are unknown. */
  get judgement(): CommandJudgement {
    const online = this.pdus.all.filter((pdu) => this.#isOnline(pdu)).map(({ id }) => id);
    return { now: this.link.now, online: new Set(online) };
  }

  /** A text that is another one once a command of this PDU was accepted, has ended, or has become unknown. */
  stateOf(pdu: string): string {
    return this.#open.stateOf(pdu);
  }

  /** Resolves when all answers that have come are stored. */
  idle(): Promise<void> {
    return this.#answers.idle();
  }

  #isOnline(pdu: Pdu): boolean {
    return this.presence.isOnline(pdu) === true;
  }

  /** One commit for all who ask at once; a request that is refused leaves the others as they are. */
  #acceptAll(asked: readonly Asked[]): Promise<(HubCommandEntity | Error)[]> {
    return this.db.transaction(async (entities) => {
      const keys = asked.flatMap(({ key, caller: { userId } }) => (key === undefined ? [] : { userId, key }));
      const known = await this.store.byKeys(entities, keys);
      const added: NewCommand[] = [];
      this.db.afterCommit(() => added.forEach(({ row }) => this.#open.add(row)));
      const results = asked.map((given): HubCommandEntity | Error => {
        try {
          const each = this.#asNow(given);
          return this.#repeated(each, known) ?? this.#added(each, known, added);
        } catch (error) {
          if (error instanceof ApiError) return error;
          throw error;
        }
      });
      await this.store.insert(entities, added);
      return results;
    });
  }

  /** The PDU, its state and the rights of the caller may have changed while the request waited for its turn. */
  #asNow({ pdu, ...asked }: Asked): Asked {
    refuseEnded(asked.caller);
    assertMaySwitch(asked.caller, pdu);
    return { ...asked, pdu: this.pdus.find(pdu.id) };
  }

  /** The command that this one repeats, if there is one. Throws IDEMPOTENCY_KEY_USED for another with its key. */
  #repeated(
    { pdu, order, key, caller: { userId } }: Asked,
    known: readonly HubCommandEntity[],
  ): HubCommandEntity | undefined {
    const first = key === undefined ? undefined : known.find((each) => each.userId === userId && each.key === key);
    if (!first) return undefined;
    const same = repeated(first, pdu, order);
    this.db.afterCommit(() => this.#addIfUnknown(same));
    return same;
  }

  /** A new command, which those after it in the same commit know. */
  #added({ pdu, order, key, caller }: Asked, known: HubCommandEntity[], added: NewCommand[]): HubCommandEntity {
    this.#assertClock();
    this.#assertMayWait(
      { ...pdu, name: nameFor(caller, pdu) },
      order.outlet,
      added.filter(({ row }) => row.pdu === pdu.id).length,
    );
    const row = this.#rowOf(pdu, order, key, caller);
    const { id, outlet, command, reason } = row;
    const record = {
      kind: 'pdu.command',
      object: objectOf(pdu),
      cause: causeOf(caller, reason === null ? {} : { reason }),
      after: { id, outlet, ...this.#nameOfOutlet(row), command, validMs: row.until - row.acceptedAt },
    };
    added.push({ row, record });
    const accepted = { ...row, entry: 0 };
    known.push(accepted);
    return accepted;
  }

  async #endAll(ended: readonly (readonly EndedCommand[])[]): Promise<undefined[]> {
    await this.store.end(ended.flat(), Math.floor(this.link.now), (command) => this.#nameOfOutlet(command));
    return ended.map(() => undefined);
  }

  #nameOfOutlet({ pdu, outlet }: Pick<HubCommandEntity, 'pdu' | 'outlet'>): { readonly outletName?: string } {
    const outletName = this.states.of(pdu)?.profile?.nameOfOutlet(outlet);
    return outletName === undefined ? {} : { outletName };
  }

  /** The PDU might carry out, unseen, what it was sent before it was revoked. */
  #assertNoneCanBegin({ id, name }: Pdu): void {
    const until = this.#open.lastUntil(id);
    if (until === undefined || this.link.now > until) return;
    throw new ApiError('PDU_COMMANDS_OPEN', name, new Date(until).toISOString());
  }

  /** The hub that takes over judges by its own clock what this one has accepted. */
  #assertClock(): void {
    const { clockDifference } = this.lease;
    if (clockDifference > MAX_CLOCK_DIFFERENCE) {
      throw new ApiError('HUB_CLOCK_DIFFERS', (clockDifference / 1000).toFixed(1));
    }
  }

  /** @param more commands of the PDU in the same commit */
  #assertMayWait({ id, name, state }: Pdu, outlet: string, more: number): void {
    if (state !== 'active') throw new ApiError('PDU_NOT_ACTIVE', name, state);
    if (this.copies.isCopied({ id })) throw new ApiError('PDU_KEY_COPIED', name);
    const outlets = this.states.of(id)?.profile?.outlets;
    if (outlets && !outlets.some((each) => each.id === outlet)) {
      throw new ApiError('PDU_OUTLET_UNKNOWN', name, outlet).at('outlet');
    }
    if (this.#open.countOf(id) + more >= this.limits.openOfPdu) throw ApiError.tooMany(10, 'TOO_MANY_COMMANDS');
  }

  #rowOf(
    pdu: Pdu,
    { outlet, command, reason, validMs = COMMAND_VALIDITY.usual }: SendCommandDto,
    key: string | undefined,
    { userId, username }: CallerWithAddress,
  ): Omit<HubCommandEntity, 'entry'> {
    const acceptedAt = Math.floor(this.link.now);
    const number = (this.#newest = Math.max(this.#newest + 1, acceptedAt));
    const id = uuidV7(acceptedAt);
    const end = { outcome: null, code: null, measured: null, endedAt: null, tries: 0 };
    const said = reason?.trim();
    return {
      ...{ id, number, userId, key: key ?? null, pdu: pdu.id, outlet, command, who: username, acceptedAt },
      ...{ reason: said ? said : null, until: acceptedAt + validMs, ...end },
    };
  }

  /** All open commands go on here, also those of the last run and of other hubs. */
  async #follow(): Promise<void> {
    this.#newest = Math.max(this.#newest, await this.store.newest());
    const rows = await this.store.open();
    // A clock that was set back would make a command valid for longer.
    for (const { acceptedAt } of rows) this.link.notBefore(acceptedAt);
    this.#open.follow(rows);
  }

  /** Commands that were committed when the connection to the database broke, before it has said so. */
  async #adopt(): Promise<void> {
    try {
      // In a transaction: those that are being accepted now are open here, or not to be seen yet.
      const rows = await this.db.transaction(() => this.store.open());
      for (const row of rows) this.#addIfUnknown(row);
    } catch (error) {
      this.#logger.warn(`Open commands were not read, and are at the next return of the database: ${String(error)}`);
    }
  }

  /** The server may commit what a killed hub has sent it after the next hub has read its open commands. */
  #addIfUnknown(row: HubCommandEntity): void {
    if (row.outcome === null && !this.#open.has(row.id)) this.#open.add(row);
  }

  #isReachable(id: string): boolean {
    const pdu = this.pdus.get(id);
    return pdu?.state === 'active' && this.link.isConnected(pdu) && !this.copies.isCopied(pdu);
  }

  #send(kind: SendingKind, { id, number, pdu: pduId, outlet, command, until, who }: HubCommand): void {
    const pdu = this.pdus.get(pduId);
    const name = 'value' in NAME(who) ? who : 'user';
    if (pdu) this.link.sendSigned(kind, pdu, { id, number, target: outlet, command, until, who: name });
  }

  #confirm(id: string, outcomes: readonly string[]): void {
    const pdu = this.pdus.get(id);
    if (!pdu) return;
    for (let at = 0; at < outcomes.length; at += CONFIRMED_AT_ONCE) {
      this.link.send(pdu, 'stored', { events: undefined, outcomes: outcomes.slice(at, at + CONFIRMED_AT_ONCE) });
    }
  }

  async #take(given: readonly { readonly pdu: string; readonly answer: CommandAnswer }[]): Promise<void> {
    const byPdu = new Map<string, CommandAnswer[]>();
    for (const { pdu, answer } of given) byPdu.set(pdu, [...(byPdu.get(pdu) ?? []), answer]);
    // A PDU sends again what is not confirmed.
    const storing = [...byPdu].map(([pdu, answers]) =>
      this.#open.answered(pdu, answers).catch((error: unknown) => {
        this.#logger.warn(`Answers of a PDU were not stored: ${String(error)}`);
      }),
    );
    await Promise.all(storing);
  }
}

/** True for an open command whose time is over and whose PDU is not online. */
export const isUnknown = (
  { outcome, until, pdu }: Pick<HubCommandEntity, 'outcome' | 'until' | 'pdu'>,
  { now, online }: CommandJudgement,
): boolean => outcome === null && now > until && !online.has(pdu);

const NONE: ReadonlySet<string> = new Set();

/** The name for a caller who may view the PDU; one who may only switch at it gets the id. */
const nameFor = (caller: CallerWithAddress, pdu: Pdu): string => (mayView(caller, pdu) ? pdu.name : pdu.id);

/** The command that has this key, if it is the same; throws IDEMPOTENCY_KEY_USED for another one. */
function repeated(known: HubCommandEntity, { id }: Pdu, order: SendCommandDto): HubCommandEntity {
  const { outlet, command, reason, validMs = COMMAND_VALIDITY.usual } = order;
  const isSame =
    known.pdu === id &&
    known.outlet === outlet &&
    known.command === command &&
    (known.reason ?? '') === (reason?.trim() ?? '') &&
    known.until - known.acceptedAt === validMs;
  if (!isSame) throw new ApiError('IDEMPOTENCY_KEY_USED');
  return known;
}
