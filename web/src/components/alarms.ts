import type { Schema } from '../api/client.js';
import { words } from '../language/words.js';
import { percent } from '../language/format.js';
import type { LiveStore } from '../live/live-store.js';
import { inletName } from './inlet-name.js';
import { objectName } from './object-name.js';

export interface Alarm {
  /** Another one when it ends and begins again. */
  readonly id: string;
  readonly tone: 'warn' | 'bad';
  readonly text: string;
  /** The page with the details. */
  readonly path: string;
  /** Ids of the objects that it is at. */
  readonly places: readonly string[];
  /** Its beginning, seconds since 1970, where the controller says so. */
  readonly since?: number;
  /** The measurement of now and its limit, where it has one. */
  readonly reading?: Schema['AlarmReadingView'];
  readonly acknowledgement?: Schema['AcknowledgementView'];
  /** The alarm of hardware that does not respond: it is of now while all values are old, and is not acknowledged. */
  readonly isSilentHardware?: true;
}

/** The mark of a part that has an alarm: `past` if it had one when the alarms could last be read. */
export type AlarmMark = Alarm['tone'] | 'past';

type AlarmView = Schema['AlarmView'];
type Names = Pick<LiveStore, 'all'>;

/** An alarm of the controller as the pages show it, with the names of now. */
export function alarmOf(view: AlarmView, live: Names): Alarm {
  const { id, severity, since, reading, acknowledgement } = view;
  return {
    ...{ id, tone: severity === 'warning' ? 'warn' : 'bad', text: textOf(view, live), path: pathOf(view) },
    places: view.outletIds ?? [view.objectId],
    ...(since !== undefined && { since: Math.floor(Date.parse(since) / 1000) }),
    ...(reading && { reading }),
    ...(acknowledgement && { acknowledgement }),
  };
}

/**
 * The alarm of hardware that does not respond, which the browser makes of the live stream, because nothing else on the
 * page is known then.
 */
export const silentHardware = (path: string, since: number): Alarm => ({
  ...{
    id: 'silentHardware',
    tone: 'bad',
    text: words.live.staleTitle,
    path,
    places: [],
    since,
    isSilentHardware: true,
  },
});

function textOf(view: AlarmView, live: Names): string {
  const name = nameOf(view, live);
  const texts = words.overview;
  switch (view.kind) {
    case 'event':
      return texts.eventTriggered(view.eventName ?? '', isOfController(view) ? '' : name);
    case 'breakerTripped':
      return texts.tripped(name);
    case 'inletLost':
      return texts.inletLost(name);
    case 'relayFault':
      return texts.relayFailed(name);
    case 'noPower':
      return texts.noPower((view.outletIds ?? []).map((outlet) => objectName(outlet) ?? outlet));
    case 'overload':
    case 'highLoad':
      return overloadText(view, name);
  }
}

function overloadText({ reading, ratedCurrent }: AlarmView, name: string): string {
  const isKnown = reading?.value !== undefined && ratedCurrent !== undefined;
  return words.overview.overloaded(name, percent(isKnown ? ((reading.value ?? 0) / ratedCurrent) * 100 : undefined));
}

const isOfController = ({ objectKind }: AlarmView): boolean => objectKind === 'system' || objectKind === 'network';

function nameOf({ object, objectId, objectKind }: AlarmView, live: Names): string {
  const inlets = live.all('inlets');
  if (objectKind === 'inlet' && inlets.some(({ id }) => id === objectId)) return inletName(live, objectId);
  for (const { id, inletLines } of objectKind === 'line' ? inlets : []) {
    const line = inletLines?.find((each) => each.id === objectId);
    if (line) return `${inletName(live, id)} ${line.line}`;
  }
  return objectName(objectId) ?? object;
}

/** The page with the details: of the load of a circuit, the outlets that cause it. */
function pathOf({ kind, eventId, objectId, objectKind }: AlarmView): string {
  if (kind === 'event') return `/events/${eventId ?? ''}`;
  if (kind === 'breakerTripped' || kind === 'inletLost') return '/overview';
  if (kind === 'relayFault' || kind === 'noPower') return '/outlets';
  if (objectKind === 'outlet') return `/outlets/${objectId}`;
  return objectKind === 'bank' ? `/outlets?bank=${objectId}&sort=power` : '/outlets?sort=power';
}
