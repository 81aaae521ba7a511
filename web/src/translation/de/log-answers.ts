import { SAID_WHY } from '../said-why.js';
import { memberName, memberValue } from './members.js';
import { logSentence, type CauseOf, type LogEntry, type OtherTexts } from './log.js';

type Members = Readonly<Record<string, unknown>>;

/** The members of an entry that the log and the timeline have in common. */
interface Shared {
  readonly id: number;
  readonly time: string;
  readonly kind: string;
  readonly sentence: string;
  readonly cause?: number;
}

interface LogView extends Shared {
  readonly object: string;
  readonly name?: string;
  readonly via: string;
  readonly who: string;
  readonly address?: string;
  readonly before?: Members;
  readonly after?: Members;
  readonly result: string;
}

interface TimelineView extends Shared {
  readonly object: LogEntry['object'];
  readonly details: Omit<LogView, keyof Shared | 'object' | 'name' | 'who'> & {
    readonly who?: string;
    readonly about?: LogEntry['object'];
  };
}

const isInTimeline = (view: LogView | TimelineView): view is TimelineView => 'details' in view;

function entryOf(view: LogView | TimelineView): LogEntry {
  const { id, time, kind, cause } = view;
  if (isInTimeline(view)) {
    const { before = {}, after = {}, ...details } = view.details;
    return { id, time, kind, cause, object: view.object, before, after, ...details };
  }
  const { object, name, via, who, address, before = {}, after = {}, result } = view;
  return {
    ...{ id, time, kind, cause, via, who, address, before, after, result },
    object: { id: object, ...(name !== undefined && { name }) },
  };
}

/** The entries that others follow from, as far as an answer has them. */
function causesIn(views: readonly (LogView | TimelineView)[]): CauseOf {
  const byId = new Map(views.map((view) => [view.id, entryOf(view)]));
  return ({ cause }) => (cause === undefined ? undefined : byId.get(cause));
}

/**
 * The same entries with German sentences.
 * @param causes older entries that led to these
 */
export function logEntries<V extends LogView | TimelineView>(
  views: readonly V[],
  other: OtherTexts,
  causes: readonly V[] = [],
): V[] {
  const causeOf = causesIn([...views, ...causes]);
  return views.map((view) => ({
    ...view,
    ...(isInTimeline(view) ? {} : germanMembers(view, other)),
    sentence: logSentence(entryOf(view), causeOf, other),
  }));
}

/** The changed members with German names and values; only the log shows them. */
function germanMembers({ via, before, after }: LogView, other: OtherTexts): Pick<LogView, 'before' | 'after'> {
  const translated = (members: Members): Members =>
    Object.fromEntries(
      Object.entries(members).map(([member, value]) => [
        // The page finds the reason of a user by this name.
        member === 'reason' && SAID_WHY.has(via) ? member : memberName(member),
        memberValue(member, value, other.sentence),
      ]),
    );
  return { ...(before && { before: translated(before) }), ...(after && { after: translated(after) }) };
}

interface WhyView {
  readonly outletName: string;
  readonly state?: 'ON' | 'OFF';
  readonly text: string;
  readonly chain: readonly TimelineView[];
  readonly supply: readonly TimelineView[];
}

/** The end of the English text that says what an outlet is going to do, which nothing else in the answer does. */
const NEXT = /(It is being rebooted and turns on|It turns on) (?:in (\d+) s|as soon as possible)\.$/;

/** The reasons for the state of an outlet in German. */
export function whyAnswer(why: WhyView, other: OtherTexts): WhyView {
  const all = logEntries([...why.chain, ...why.supply], other);
  const [chain, supply] = [all.slice(0, why.chain.length), all.slice(why.chain.length)];
  return { ...why, chain, supply, text: whyText(why, chain, supply) };
}

function whyText(
  { outletName, state, text }: WhyView,
  chain: readonly TimelineView[],
  supply: readonly TimelineView[],
) {
  const [newest] = chain;
  const commanded = newest?.kind === 'outlet.switch' ? newest.details.after?.['state'] : undefined;
  const [, what, seconds] = NEXT.exec(text) ?? [];
  const when = seconds === undefined ? 'so bald wie möglich' : `in ${seconds} s`;
  const noPower =
    supply.length > 0
      ? ['Es liegt keine Spannung an.', ...supply.map((entry) => `${timeOf(entry)}: ${entry.sentence}`)]
      : [];
  const isOff = state === 'OFF';
  return [
    state === undefined
      ? `Der Zustand von ${outletName} ist nicht bekannt.`
      : `${outletName} ist ${state === 'ON' ? 'eingeschaltet' : 'ausgeschaltet'}.`,
    ...(isOff ? [] : noPower),
    ...(newest ? steps(chain) : ['Soweit das Protokoll zurückreicht, wurde die Steckdose nicht geschaltet.']),
    ...(state !== undefined && commanded !== undefined && commanded !== state
      ? [`Gemessen ist „${state === 'ON' ? 'ein' : 'aus'}“: Das Relais ist nicht gefolgt oder wurde anders bewegt.`]
      : []),
    ...(isOff ? noPower : []),
    ...(what === undefined
      ? []
      : [what.includes('rebooted') ? `Sie startet neu und schaltet ${when} ein.` : `Sie schaltet ${when} ein.`]),
  ].join(' ');
}

/** The newest change, then what led to it; what an event saw is in the sentence of what it has done. */
const steps = (chain: readonly TimelineView[]): string[] =>
  chain
    .filter(({ kind }, place) => place !== 1 || kind !== 'event.trigger')
    .map((entry, place) => `${place === 0 ? '' : 'Davor, '}${timeOf(entry)}: ${entry.sentence}`);

const timeOf = ({ time }: TimelineView): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;
