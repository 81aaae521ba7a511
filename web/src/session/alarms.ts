import { useEffect, useMemo } from 'react';
import type { Schema } from '../api/client.js';
import { queryClient, useApi } from '../api/queries.js';
import { unacknowledged, worstFirst } from '../components/alarm-order.js';
import { alarmFacts } from '../components/alarm-facts.js';
import { alarmOf, silentHardware, type Alarm } from '../components/alarms.js';
import { useIsOld } from '../components/live-state.js';
import { useOnChange } from '../components/use-on-change.js';
import { live, useIsSilent, useLiveSummary, useNewestEntry } from '../live/live.js';
import { deviceNow, deviceTimeAt } from '../live/device-now.js';
import { alarmAges } from './alarm-age-now.js';
import { useSession } from './session.js';

const PATH = '/api/alarms';
const EVERY = 2_000;

type Answer = Schema['AlarmListView'] | undefined;

let shown: { readonly device: typeof live.device; readonly answer: Answer; readonly text: string } | undefined;

/** The alarms with the names of now, worked out once for each message and answer, whoever counts them. */
function textOf(answer: Answer): string {
  if (shown?.device !== live.device || shown?.answer !== answer) {
    const alarms = (answer?.alarms ?? []).map((each) => alarmOf(each, live));
    shown = { device: live.device, answer, text: JSON.stringify(alarms) };
  }
  return shown?.text ?? '[]';
}

interface Alarms {
  /** The worst first, those that somebody has acknowledged last. */
  readonly alarms: readonly Alarm[];
  /** Number of those that nobody has acknowledged, also where the list has not all of them. */
  readonly count: number;
  /** False until the controller has answered, and while it does not: no alarm is claimed to be none. */
  readonly isKnown: boolean;
  /** True while they could not be read, although the other values are current. */
  readonly isUnread: boolean;
  /** The time at which those that are shown were read, seconds since 1970, while they cannot be read again. */
  readonly asOf: number | undefined;
}

/**
 * The active alarms that the role may see, before them that of silent hardware. The header, the navigation, the tab and
 * the pages all count these.
 */
export function useAlarms(): Alarms {
  const { data, dataUpdatedAt, errorUpdatedAt } = useApi(PATH, { every: EVERY });
  const text = useLiveSummary(() => textOf(data));
  const isSilent = useIsSilent();
  const isOld = useIsOld();
  const { rights, user } = useSession();
  // All values are marked as old without the stream, and a temporary password reads no alarms.
  const isUnread = errorUpdatedAt > dataUpdatedAt && !isOld && user.passwordChangeRequired !== true;
  const isLastKnown = isUnread && data !== undefined;
  const asOf = useMemo(() => (isLastKnown ? deviceTimeAt(dataUpdatedAt) : undefined), [isLastKnown, dataUpdatedAt]);
  const details = rights.can('viewGlobalDeviceSettings') ? '/system' : '/overview';
  const alarms = useMemo(() => {
    const known = worstFirst(JSON.parse(text) as Alarm[]);
    const since = deviceNow() - Math.round(live.device?.readingAge ?? 0);
    return isSilent ? [silentHardware(details, since), ...known] : known;
  }, [text, isSilent, details]);
  const hasMessage = useLiveSummary(() => live.device !== undefined);
  useEffect(() => {
    if (hasMessage && data) alarmAges.note(alarms, deviceNow());
  }, [alarms, data, hasMessage]);
  const count = (data?.unacknowledged ?? 0) + (isSilent ? 1 : 0);
  return { alarms, count, isKnown: data !== undefined && !isUnread, isUnread, asOf };
}

/** The alarms that nobody has acknowledged: how many there are, and the worst. */
export function useUnacknowledged(): Omit<Alarms, 'alarms'> & { readonly worst: Alarm | undefined } {
  const { alarms, ...counted } = useAlarms();
  return { ...counted, worst: unacknowledged(alarms)[0] };
}

/**
 * Reads the alarms again as soon as the stream says that there is a new entry in the log, as for an event or an
 * acknowledgement, or that a breaker, an inlet or an outlet has changed: not every role reads the log.
 */
export function useNewestAlarms(): void {
  const read = (): void => void queryClient.invalidateQueries({ queryKey: [PATH] });
  useOnChange(useNewestEntry(), read);
  useOnChange(
    useLiveSummary(() => alarmFacts(live)),
    read,
  );
}
