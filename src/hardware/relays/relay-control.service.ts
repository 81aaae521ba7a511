import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { originOf, type Cause } from '../../common/cause.js';
import { ApiError } from '../../common/errors.js';
import { Mutex } from '../../common/mutex.js';
import { isRelayOutputId, type SensorPort } from '../../common/ids.js';
import type { OnOff } from '../../common/units.js';
import { MeterPollerService } from '../meter-poller.service.js';
import { PduDriver } from '../pdu.driver.js';
import { RelayIntentStore, type RelayChange } from './relay-intent.store.js';
import type { ContactState, Snapshot } from '../snapshot.js';
import { SnapshotStore } from '../snapshot.store.js';
import { hubReading, outletFault, relayOutputFault, type RelayFault } from './relay-faults.js';
import type { SwitchCheck, SwitchRequest } from './switch-command.js';
import { assertSwitched, type SwitchOutcome } from './switch-command.js';

/** A command that the checks have let through; only relay control makes one. */
class AcceptedCommand {
  readonly #requests: readonly SwitchRequest[];
  readonly #relays: ReadonlyMap<string, number | undefined>;

  constructor(
    requests: readonly SwitchRequest[],
    readonly cause: Cause,
  ) {
    this.#requests = requests;
    this.#relays = new Map(requests.map(({ relay, entry }) => [relay, entry]));
  }

  /** The same command, now that it has an entry in the audit log: what it moves is led by that. */
  ledBy(entry: number | undefined): AcceptedCommand {
    return entry === undefined ? this : new AcceptedCommand(this.#requests, { ...this.cause, entry });
  }

  causeFor(relay: string): Cause {
    const entry = this.#relays.get(relay);
    return entry === undefined ? this.cause : { ...this.cause, entry };
  }

  assertCovers(changes: readonly RelayChange[]): void {
    const other = changes.find(({ id }) => !this.#relays.has(id));
    if (other) throw new Error(`The command was not accepted for ${other.id}.`);
  }
}
export type { AcceptedCommand };

/**
 * The only way to a relay: every interface, group, schedule, action and power cycle switches here. One switching at a
 * time; the intent is durable before the relay moves; each ends with a fresh reading, which decides its result.
 */
@Injectable()
export class RelayControlService implements OnModuleInit {
  readonly #logger = new Logger('RelayControl');
  readonly #mutex = new Mutex();
  readonly #checks: SwitchCheck[] = [];
  /** Commands that their relays are not known to have followed, and the count of power-ons at that time. */
  readonly #unconfirmed = new Map<
    string,
    { readonly change: RelayChange; readonly powerOnCount: number | undefined }
  >();

  constructor(
    private readonly driver: PduDriver,
    private readonly poller: MeterPollerService,
    private readonly store: SnapshotStore,
    private readonly intents: RelayIntentStore,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): void {
    this.store.onTick('relays', (now) => this.#confirmSoon(now));
  }

  /** Resolves when every switching requested so far has ended. */
  idle(): Promise<void> {
    return this.#mutex.run(async () => undefined);
  }

  /**
   * Takes over the measured states after a start without a loss of mains: a command in whose middle the process ended, before
   * its relay moved, leaves the measured state as the one that the next loss brings back. Moves no relay.
   */
  takeOver(): Promise<void> {
    return this.#mutex.run(async () => {
      const now = this.store.current;
      if (!now.fresh) return;
      const states = new Map<string, OnOff | null>();
      for (const { confirmed, ...change } of this.intents.unfinishedCommands()) {
        const measured = stateOf(now, isRelayOutputId(change.id) ? 'relayOutput' : 'outlet', change.id);
        if (measured === undefined) continue;
        if (measured !== change.state) this.#unconfirmed.set(change.id, { change, powerOnCount: now.powerOnCount });
        const certain = measured === change.state ? null : (confirmed ?? measured);
        if (certain !== confirmed) states.set(change.id, certain);
      }
      if (states.size > 0) await this.intents.confirm(states);
    });
  }

  /** Registers a check that judges commands. A module with a rule of its own does so when it starts. */
  addCheck(check: SwitchCheck): void {
    this.#checks.push(check);
  }

  /**
   * Judges a command to all of its relays, once: nothing moves that was not accepted here. What a power cycle, a sequence
   * or a loss of mains still has to do was promised before and is not judged again, or an outlet could stay dark.
   * Throws the refusal of a check.
   */
  accept(requests: readonly SwitchRequest[], cause: Cause): AcceptedCommand {
    if (originOf(cause) === 'command') for (const check of this.#checks) check(requests, cause);
    return new AcceptedCommand(requests, cause);
  }

  /**
   * Switches relays of an accepted command: outlets in the order given, as one switching, then relay outputs one after
   * another. Returns the outcome of each; one that does not follow keeps no other from its state. Afterwards the snapshot
   * shows the measured states. Throws OUTLET_NOT_SWITCHABLE or RELAY_OUTPUTS_NOT_AVAILABLE.
   */
  async switch(changes: readonly RelayChange[], command: AcceptedCommand): Promise<SwitchOutcome[]> {
    command.assertCovers(changes);
    const outlets = changes.filter(({ id }) => !isRelayOutputId(id));
    const outcomes = outlets.length > 0 ? await this.#switchOutlets(outlets, command) : [];
    for (const change of changes) {
      if (isRelayOutputId(change.id)) outcomes.push(...(await this.#switchRelayOutput(change, command)));
    }
    return outcomes;
  }

  /** Opens or closes a relay of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  switchHubRelay(port: SensorPort, index: number, state: ContactState, cause: Cause): Promise<void> {
    const { ioHub } = this.driver;
    if (!ioHub) return refuse(new ApiError('SENSOR_NOT_A_HUB', port, 'relays'));
    const drive = () => ioHub.setHubRelay(port, index, state);
    const fault = (now: Snapshot) => {
      const measured = hubReading(now, port)?.relays.find((relay) => relay.index === index)?.state;
      return measured === state ? undefined : { relay: `hub relay ${port}${index}`, asked: state, measured };
    };
    return this.#mutex.run(async () => {
      const what = `hub relay ${port}${index}`;
      await this.#record('hubRelay', `${port}${index}`, state, cause);
      const acknowledged = await this.#drive(drive);
      assertSwitched([{ id: what, error: this.#errorOf(what, acknowledged, fault(this.store.current)) }]);
    });
  }

  /** Switches the DC supply of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  setVdcOutput(port: SensorPort, on: boolean, cause: Cause): Promise<void> {
    const { ioHub } = this.driver;
    if (!ioHub) return refuse(new ApiError('SENSOR_NOT_A_HUB', port, 'DC supply'));
    const asked = on ? 'ON' : 'OFF';
    const relay = `the DC supply of hub ${port}`;
    return this.#mutex.run(async () => {
      await this.#record('vdcOutput', port, asked, cause);
      const acknowledged = await this.#drive(() => ioHub.setVdcOutput(port, on));
      const measured = hubReading(this.store.current, port)?.vdcOutput;
      const fault = measured === on ? undefined : { relay, asked, measured: measured?.toString() };
      assertSwitched([{ id: relay, error: this.#errorOf(relay, acknowledged, fault) }]);
    });
  }

  #switchOutlets(changes: readonly RelayChange[], command: AcceptedCommand) {
    const { outlets } = this.driver;
    if (!outlets) return refuse(new ApiError('OUTLET_NOT_SWITCHABLE', changes[0]?.id ?? ''));
    return this.#switch('outlet', changes, command, () => outlets.setOutlets(changes), outletFault);
  }

  #switchRelayOutput(change: RelayChange, command: AcceptedCommand) {
    const { relayOutputs } = this.driver;
    if (!relayOutputs) return refuse(new ApiError('RELAY_OUTPUTS_NOT_AVAILABLE'));
    const drive = () => relayOutputs.setRelayOutput(change.id, change.state);
    return this.#switch('relayOutput', [change], command, drive, relayOutputFault);
  }

  #switch(
    kind: 'outlet' | 'relayOutput',
    changes: readonly RelayChange[],
    command: AcceptedCommand,
    drive: () => Promise<void>,
    faultOf: (now: Snapshot, change: RelayChange) => RelayFault | undefined,
  ): Promise<SwitchOutcome[]> {
    return this.#mutex.run(async () => {
      const before = changes.map(({ id }) => stateOf(this.store.current, kind, id));
      const confirmed = this.#confirmedStates(changes, before);
      const entries = await this.#commit(kind, changes, before, command);
      const acknowledged = await this.#drive(drive);
      const now = this.store.current;
      const faults = changes.map((change) => faultOf(now, change));
      const outcomes = changes.map(({ id }, place) => ({
        id,
        error: this.#errorOf(id, acknowledged, faults[place]),
      }));
      this.intents.failing.record(changes, outcomes);
      this.store.touch();
      await this.#keepConfirmed(confirmed, changes, command, outcomes);
      const measured = faults.map((fault) => (now.fresh ? fault?.measured : undefined));
      await this.#recordFailures(kind, changes, command, outcomes, measured, entries);
      return outcomes;
    });
  }

  /** The states that relays have for certain before a command: those of the newest reading, unless it is old. */
  #confirmedStates(
    changes: readonly RelayChange[],
    read: readonly (OnOff | undefined)[],
  ): readonly (OnOff | undefined)[] {
    if (this.store.current.fresh) return read;
    return changes.map(({ id }, place) => this.intents.confirmedState(id) ?? read[place]);
  }

  /**
   * A command that a relay is not known to have followed leaves the state before it as the one that a loss of mains brings
   * back. The steps of a reboot, of a sequence and after a loss of mains are promised, and tried again.
   */
  async #keepConfirmed(
    confirmed: readonly (OnOff | undefined)[],
    changes: readonly RelayChange[],
    { cause }: AcceptedCommand,
    outcomes: readonly SwitchOutcome[],
  ): Promise<void> {
    const states = new Map<string, OnOff>();
    const { powerOnCount } = this.store.current;
    changes.forEach((change, place) => {
      this.#unconfirmed.delete(change.id);
      const state = confirmed[place];
      if (!outcomes[place]?.error || originOf(cause) !== 'command' || state === undefined) return;
      states.set(change.id, state);
      this.#unconfirmed.set(change.id, { change, powerOnCount });
    });
    if (states.size > 0) await this.intents.confirm(states);
  }

  /** Between two commands only: stored beside a newer one, the confirmed command could be the last that is stored. */
  #confirmSoon(now: Snapshot): void {
    if (this.#unconfirmed.size === 0 || !now.fresh) return;
    this.#mutex
      .run(() => this.#confirmFollowed(this.store.current))
      .catch((error: unknown) => this.#logger.error('A confirmed state could not be stored.', error));
  }

  /** A relay that is measured later as it was commanded has followed, unless the PDU has lost its mains meanwhile. */
  async #confirmFollowed(now: Snapshot): Promise<void> {
    if (!now.fresh) return;
    const followed = [...this.#unconfirmed.values()].filter(({ change, powerOnCount }) => {
      const faultOf = isRelayOutputId(change.id) ? relayOutputFault : outletFault;
      return now.powerOnCount === powerOnCount && faultOf(now, change) === undefined;
    });
    for (const { change } of followed) this.#unconfirmed.delete(change.id);
    if (followed.length > 0) await this.intents.confirm(new Map(followed.map(({ change }) => [change.id, null])));
  }

  /** Commits the intents, before the relays are driven; answers the ids of their entries in the audit log. */
  #commit(
    kind: string,
    changes: readonly RelayChange[],
    before: readonly (OnOff | undefined)[],
    command: AcceptedCommand,
  ): Promise<readonly number[]> {
    const { cause } = command;
    const auditRecords = changes.map(({ id, state }, place) => ({
      kind: `${kind}.switch`,
      object: `${kind}:${id}`,
      cause: command.causeFor(id),
      before: { state: before[place] },
      after: { state, ...(cause.confirmed && { confirmed: true }) },
    }));
    return this.intents.commit(changes, cause, () => this.audit.prepared(...auditRecords));
  }

  /**
   * Drives once, then reads again; true when the hardware has acknowledged the command. A command that it has not
   * acknowledged may still have been carried out, so it is never repeated here: the reading decides.
   */
  async #drive(drive: () => Promise<void>): Promise<boolean> {
    const acknowledged = await drive().then(
      () => true,
      () => false,
    );
    for (let attempt = 1; attempt <= READ_BACK_ATTEMPTS; attempt++) {
      await this.poller.reread();
      if (this.store.current.fresh) break;
    }
    return acknowledged;
  }

  /** The error according to the reading. A relay is at fault only for a command that the hardware has acknowledged. */
  #errorOf(what: string, acknowledged: boolean, fault: RelayFault | undefined): ApiError | undefined {
    if (!this.store.current.fresh) return new ApiError('HARDWARE_SILENT', what);
    if (!fault) return undefined;
    if (!acknowledged) return new ApiError('HARDWARE_SILENT', what);
    return new ApiError('RELAY_FAULT', fault.relay, fault.asked, fault.measured ?? 'nothing');
  }

  async #record(kind: string, object: string, state: string, cause: Cause): Promise<void> {
    await this.audit.tryToRecord({ kind: `${kind}.switch`, object: `${kind}:${object}`, cause, after: { state } });
  }

  /** The switching is logged before it happens; a failure is logged after. */
  async #recordFailures(
    kind: string,
    changes: readonly RelayChange[],
    command: AcceptedCommand,
    outcomes: readonly SwitchOutcome[],
    measured: readonly (string | undefined)[],
    entries: readonly number[],
  ): Promise<void> {
    const auditRecords = changes.flatMap(({ id, state }, place) => {
      const error = outcomes[place]?.error;
      if (!error) return [];
      const after = { asked: state, measured: measured[place] };
      const own = command.causeFor(id);
      const cause = { ...own, entry: entries[place] ?? own.entry };
      return [{ kind: `${kind}.fault`, object: `${kind}:${id}`, cause, after, result: error.code }];
    });
    await this.audit.tryToRecord(...auditRecords); // the caller gets the error of the relay, not of the log
  }
}

/** A failed read is repeated once, so that one lost answer does not make a successful command look failed. */
const READ_BACK_ATTEMPTS = 2;

const refuse = (error: ApiError): Promise<never> => Promise.reject(error);

const stateOf = (snapshot: Snapshot, kind: string, id: string): OnOff | undefined =>
  (kind === 'outlet' ? snapshot.outlets : snapshot.relayOutputs).find((reading) => reading.id === id)?.state;
