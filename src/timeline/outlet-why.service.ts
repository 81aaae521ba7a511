import { Injectable } from '@nestjs/common';
import type { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { EntryReader } from '../audit/entry-reader.js';
import { mayReadLog } from '../audit/entry-rights.js';
import { sentenceOf, type Discretion } from '../audit/sentences.js';
import type { Access } from '../common/access.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { outletFault } from '../hardware/relays/relay-faults.js';
import type { OutletReading, Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { SwitchingService } from '../switching/switching.service.js';
import { feedsOf, LOST, LOST_OR_BACK } from './outlet-supply.js';
import { timelineEntryView, type OutletWhyView } from './timeline.view.js';

/** Explains the state of an outlet by the newest entry about it and the chain of entries that led to that. */
@Injectable()
export class OutletWhyService {
  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly outlets: OutletsService,
    private readonly switching: SwitchingService,
    private readonly reader: EntryReader,
  ) {}

  async explain(outlet: OutletModel, access: Access): Promise<OutletWhyView> {
    const object = `outlet:${outlet.id}`;
    const reading = this.snapshots.current.outlets[outlet.position];
    const newest = await this.#newest(object, access);
    const supply = await this.#supply(outlet, access);
    const chains = await this.reader.chains([...(newest ? [newest] : []), ...supply], access);
    const chain = newest ? [newest, ...chains.chainOf(newest)] : [];
    const discretion: Discretion = {
      hidesUsers: !mayReadLog(access),
      hidesEvents: !access.can('viewEventActions'),
    };
    const sentence = (entry: AuditEntryEntity) => sentenceOf(entry, chains.causeOf, discretion);
    const view = (entry: AuditEntryEntity) => timelineEntryView(entry, chains, discretion);
    const { outletName } = this.outlets.view(outlet, access);
    const noPower =
      supply.length > 0
        ? ['It has no power.', ...supply.map((entry) => `At ${timeOf(entry)}: ${sentence(entry)}`)]
        : [];
    const isOff = reading?.state === 'OFF';
    // A missing supply matters first for an outlet that is on, and the switching for one that is off.
    const text = [
      stateSentence(outletName, this.snapshots.current, reading),
      ...(isOff ? [] : noPower),
      ...(newest
        ? this.#sentences(chain, sentence)
        : ['The outlet has not been switched for as long as the log goes back.']),
      ...differsSentence(newest, reading),
      ...(isOff ? noPower : []),
      ...this.#nextSentence(outlet),
    ];
    return {
      outlet: outlet.id,
      outletName,
      ...(reading?.state !== undefined && { state: reading.state }),
      text: text.join(' '),
      chain: chain.map(view),
      supply: supply.map(view),
    };
  }

  /** The newest switching, or the newest that failed at the relay; a command that was refused has changed nothing. */
  async #newest(object: string, access: Access): Promise<AuditEntryEntity | undefined> {
    const [switched, failed] = await Promise.all([
      this.reader.page({ object, kinds: ['outlet.switch'], result: 'ok' }, 1, access),
      this.reader.page({ object, kinds: ['outlet.fault'] }, 1, access),
    ]);
    return [...switched.entries, ...failed.entries].sort((a, b) => b.id - a.id)[0];
  }

  /** The sentence of the change, then those of its causes that it does not have already after "because". */
  #sentences(chain: readonly AuditEntryEntity[], sentence: (entry: AuditEntryEntity) => string): string[] {
    const sentences: string[] = [];
    for (const entry of chain) {
      const next = sentence(entry);
      const reason = /, because (.*?)\.?$/.exec(next)?.[1];
      // A rule that switched is named, with what it saw, in the sentence of the switching.
      if (entry.kind === 'event.trigger' && reason !== undefined && sentences.some((each) => each.includes(reason)))
        continue;
      if (sentences.some((each) => each.toLowerCase().includes(next.toLowerCase().replace(/\.$/, '')))) continue;
      sentences.push(`${sentences.length === 0 ? 'At' : 'Before that, at'} ${timeOf(entry)}: ${next}`);
    }
    return sentences;
  }

  /** The entries of a breaker that is open and of mains that are lost, as far as the role may see them. */
  async #supply(outlet: OutletModel, access: Access): Promise<AuditEntryEntity[]> {
    const feeds = feedsOf(this.driver.model, outlet);
    if (!feeds) return [];
    const lost = async (object: string): Promise<AuditEntryEntity[]> => {
      const entry = await this.reader.newest(object, LOST_OR_BACK, access);
      return entry && LOST.includes(entry.kind) ? [entry] : [];
    };
    const [bank, ...inlets] = await Promise.all([feeds.bank, ...feeds.inlets].map(lost));
    return [...(bank ?? []), ...(inlets.every((entries) => entries.length > 0) ? inlets.flat() : [])];
  }

  #nextSentence({ id }: OutletModel): string[] {
    const step = this.switching.pendingStepOf(id);
    if (!step) return [];
    const wait = step.left === 0 ? 'as soon as possible' : `in ${Math.ceil(step.left / 1000)} s`;
    return [step.isReboot ? `It is being rebooted and turns on ${wait}.` : `It turns on ${wait}.`];
  }
}

/** For example `2026-11-28 17:48:38 UTC`. */
const timeOf = ({ at }: AuditEntryEntity): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function stateSentence(name: string, now: Snapshot, reading: OutletReading | undefined): string {
  if (reading?.state === undefined) return `The state of ${name} is not known.`;
  const { id, state } = reading;
  if (!outletFault(now, { id, state })) return `${name} is ${state === 'ON' ? 'on' : 'off'}.`;
  return state === 'ON'
    ? `${name} is switched on, but there is no voltage behind its relay.`
    : `${name} is switched off, but there is still voltage behind its relay.`;
}

/** An outlet that is not as it was last asked to be. */
function differsSentence(newest: AuditEntryEntity | undefined, reading: OutletReading | undefined): string[] {
  if (newest?.kind !== 'outlet.switch' || newest.after === null || reading?.state === undefined) return [];
  const { state } = JSON.parse(newest.after) as { readonly state?: string };
  if (state === undefined || state === reading.state) return [];
  return [`It is measured as ${reading.state}: the relay did not follow, or was moved by something else.`];
}
