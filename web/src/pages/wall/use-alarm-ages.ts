import { useEffect, useState } from 'react';
import type { Alarm } from '../../components/alarms.js';
import { deviceNow } from '../../live/device-now.js';
import { useIsLive } from '../../live/live.js';
import { parseSeen, seenAlarms, type FirstSeen, type SeenAlarms } from './first-seen.js';

const KEPT = 'wall-alarms';
/** What is there this soon after the connection is made, ms, was there before. */
const FIRST_LOOK = 5_000;

/** An alarm with when this screen first saw it. */
export type SeenAlarm = Alarm & FirstSeen;

/** The alarms with their begin, which this tab keeps when the page is loaded again. */
export function useAlarmAges(alarms: readonly Alarm[]): readonly SeenAlarm[] {
  const isLive = useIsLive();
  const [isFirstLook, setFirstLook] = useState(true);
  const [seen, setSeen] = useState<SeenAlarms>(kept);
  useEffect(() => {
    setFirstLook(true);
    if (!isLive) return undefined;
    const timer = setTimeout(() => setFirstLook(false), FIRST_LOOK);
    return () => clearTimeout(timer);
  }, [isLive]);
  useEffect(() => {
    if (!isLive) return;
    const keys = alarms.map(({ key }) => key);
    setSeen((before) => seenAlarms(before, keys, deviceNow(), isFirstLook));
  }, [alarms, isLive, isFirstLook]);
  useEffect(() => keep(seen), [seen]);
  return alarms.map((alarm) => ({ ...alarm, ...(seen[alarm.key] ?? { at: deviceNow() }) }));
}

/** The storage of the tab may be forbidden; the ages then begin anew when the page is loaded again. */
function keep(seen: SeenAlarms): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(seen));
  } catch {
    // The page goes on with what it has seen itself.
  }
}

function kept(): SeenAlarms {
  try {
    return parseSeen(sessionStorage.getItem(KEPT));
  } catch {
    return {};
  }
}
