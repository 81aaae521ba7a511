import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { assertAccess } from '../../auth/access-check.js';
import type { CallerWithAddress, RouteAccess } from '../../common/access.js';
import { errorBody } from '../../common/api-error.filter.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { hopsOf, MAX_HOPS, RecentHops } from '../../common/hops.js';
import { TokenBucket } from '../../common/token-bucket.js';
import { GroupsService } from '../../groups/groups.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { OutletCommandsService } from '../../outlets/outlet-commands.service.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { RelayOutputsService } from '../../relay-outputs/relay-outputs.service.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { RebootService } from '../../system/reboot.service.js';
import type { Received } from '../broker/broker-connection.js';
import type { CommandTopic } from '../topics.js';
import { assertInTime, idIn, jsonCommand, wordCommand, type JsonCommand, type MqttCommand } from './command.js';
import { CommandRefusals } from './command-refusals.js';
import { SeenCommands } from './seen-commands.js';

/** Commands in a second, and in a burst; more are dropped. */
const RATE = { perSecond: 20, burst: 100 } as const;
const RESTART = 'RESTART';

const MODIFY_OUTLET: RouteAccess = { kind: 'outlet', list: 'modifyOutlets', param: 'outlet' };
const MODIFY_GROUPS: RouteAccess = { kind: 'flags', anyOf: ['modifyOutletGroups'] };
const MODIFY_RELAYS: RouteAccess = { kind: 'flags', anyOf: ['modifyPortSettings'] };
const RESTART_CONTROLLER: RouteAccess = { kind: 'flags', anyOf: ['allowPduRestart'] };

/** The answer to a command in JSON. */
export interface CommandResult {
  readonly id?: string | undefined;
  readonly ok: boolean;
  readonly state?: string | undefined;
  readonly rebootStatus?: string | undefined;
  readonly error?: { readonly code: string; readonly message: string };
  /** The time of the answer, ISO 8601. */
  readonly at: string;
}

/** The session in which a command has come. */
export interface CommandSession {
  /** The user of MQTT, with the rights of now. */
  readonly caller: CallerWithAddress;
  /** Sends the answer to a command in JSON. */
  readonly answer: (result: CommandResult, to: Received) => void;
  /** Takes the retained message of a topic away. */
  readonly empty: (topic: string) => void;
}

/** Carries commands from the broker out, by the same services and with the same checks as over HTTP. */
@Injectable()
export class MqttCommands {
  readonly #logger = new Logger('MQTT');
  readonly #seen = new SeenCommands<CommandResult>();
  readonly #counts = new Map<string, number>();
  readonly #rate = new TokenBucket(RATE);

  constructor(
    private readonly driver: PduDriver,
    private readonly outletsService: OutletsService,
    private readonly outlets: OutletCommandsService,
    private readonly groups: GroupsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly settings: SettingsStore,
    private readonly hops: RecentHops,
    private readonly refusals: CommandRefusals,
    private readonly modules: ModuleRef,
    private readonly clock: Clock,
  ) {}

  /** The number of commands by their result since the start. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Carries out a message of a command topic, or refuses it. Never throws. */
  take(topic: CommandTopic, message: Received, session: CommandSession): void {
    if (message.payload.length === 0) return; // a retained command that was taken away
    if (!this.#rate.take(this.clock.uptime())) {
      this.#count('TOO_MANY_COMMANDS');
      this.refusals.onDropped(session.caller);
      return;
    }
    if (message.retain) {
      session.empty(message.topic);
      this.#refuse(new ApiError('COMMAND_RETAINED'), topic, message, session);
      return;
    }
    const work = topic.kind === 'command' ? this.#json(message, session) : this.#word(topic, message, session);
    work.catch((error: unknown) => this.#logger.error(error));
  }

  async #word(topic: CommandTopic, message: Received, session: CommandSession): Promise<void> {
    try {
      this.#assertFewHops(message);
      if (topic.kind === 'restart') await this.#restart(message, session.caller);
      else if (topic.kind !== 'command') await this.#carryOut(wordCommand(topic, message.payload), session.caller);
      this.#count('ok');
    } catch (error) {
      this.#refuse(error, topic, message, session);
    }
  }

  async #json(message: Received, session: CommandSession): Promise<void> {
    const topic: CommandTopic = { kind: 'command' };
    let command: JsonCommand;
    try {
      command = jsonCommand(message.payload);
    } catch (error) {
      this.#refuse(error, topic, message, session);
      session.answer(this.#failed(error, idIn(message.payload)), message);
      return;
    }
    const result = await this.#seen.once(command.id, this.clock.uptime(), async () => {
      try {
        this.#assertFewHops(message);
        assertInTime(command.at, this.clock.now(), this.settings.get('mqttRequireTime'));
        const done = await this.#carryOut(command, session.caller, command);
        this.#count('ok');
        return { id: command.id, ok: true, ...done, at: this.#time };
      } catch (error) {
        this.#refuse(error, { kind: command.kind, id: command.target }, message, session, command);
        return this.#failed(error, command.id);
      }
    });
    session.answer(result, message);
  }

  async #carryOut(
    { kind, target, state }: MqttCommand,
    caller: CallerWithAddress,
    { confirm = false, reason }: { readonly confirm?: boolean; readonly reason?: string | undefined } = {},
  ): Promise<Pick<CommandResult, 'state' | 'rebootStatus'>> {
    const dto = { state, ...(confirm && { confirm }), ...(reason !== undefined && { reason }) };
    const { model } = this.driver;
    switch (kind) {
      case 'outlet': {
        assertAccess(MODIFY_OUTLET, caller, { outlet: target }, model);
        const outlet = await this.outlets.update(this.outletsService.find(target), dto, caller);
        return { state: outlet.state, rebootStatus: outlet.rebootStatus };
      }
      case 'group':
        assertAccess(MODIFY_GROUPS, caller, {}, model);
        await this.groups.update(this.groups.findById(target), dto, caller);
        return {};
      case 'relay': {
        assertAccess(MODIFY_RELAYS, caller, {}, model);
        const shown = await this.relayOutputs.update(this.relayOutputs.find(target), dto, caller);
        return { state: shown.state };
      }
    }
  }

  async #restart({ payload }: Received, caller: CallerWithAddress): Promise<void> {
    if (payload.length > RESTART.length || payload.toString('latin1').toUpperCase() !== RESTART) {
      throw new ApiError('COMMAND_MALFORMED', `the payload must be ${RESTART}`);
    }
    assertAccess(RESTART_CONTROLLER, caller, {}, this.driver.model);
    if (caller.hasEnded) throw new ApiError('NOT_SIGNED_IN');
    const reboots = this.modules.get(RebootService, { strict: false });
    await reboots.reboot(caller, { closed: true, once: () => undefined });
  }

  /** Like the header of a request: another program may hand a command from PDU to PDU. */
  #assertFewHops({ userProperties = {} }: Received): void {
    const headers = Object.fromEntries(
      Object.entries(userProperties).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const hops = hopsOf({ headers });
    if (hops > MAX_HOPS) throw new ApiError('PEER_LOOP', MAX_HOPS);
    this.hops.note(hops);
  }

  #refuse(
    error: unknown,
    topic: CommandTopic,
    message: Received,
    { caller }: CommandSession,
    command?: JsonCommand,
  ): void {
    const refusal = error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR');
    if (refusal !== error) this.#logger.error(error);
    this.#count(refusal.code);
    this.refusals.record(refusal, topic, message, caller, command);
  }

  #failed(error: unknown, id: string | undefined): CommandResult {
    const { code, message } = errorBody(error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR'));
    return { ...(id !== undefined && { id }), ok: false, error: { code, message }, at: this.#time };
  }

  get #time(): string {
    return new Date(this.clock.now()).toISOString();
  }

  #count(result: string): void {
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
  }
}
