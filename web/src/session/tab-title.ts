import { useEffect } from 'react';
import alarmIcon from '../components/alarm-icon.svg';
import { useIsOld } from '../components/live-state.js';
import { joined, usePageTitle } from '../components/page-title.js';
import { words } from '../language/words.js';
import { useIsSilent } from '../live/live.js';
import { useNewestAlarms, useUnacknowledged } from './alarms.js';
import { useSession } from './session.js';

/**
 * Keeps the title and the icon of the browser's tab: "● 2 alarms – Rack 12 left – Outlets – Rackfeed". The alarms
 * that nobody has acknowledged come first, because a narrow tab shows no more; then the device, because its tab is one of many. While the connection is lost,
 * the title says that the values are old instead of the alarms; silent hardware is an alarm.
 */
export function useTabTitle(): void {
  const { deviceName } = useSession();
  const { count, isUnread } = useUnacknowledged();
  useNewestAlarms();
  const page = usePageTitle();
  const isSilent = useIsSilent();
  const isOld = useIsOld() && !isSilent;
  useTabIcon(count > 0 && !isOld);
  useEffect(() => {
    const known = count > 0 ? `● ${words.shell.alarms(count)}` : '';
    const alarms = isUnread ? `○ ${words.shell.alarmsUnread}` : known;
    const parts = [isOld ? `○ ${words.live.oldTitle}` : alarms, deviceName, page, words.product];
    document.title = joined(parts);
  }, [count, isUnread, deviceName, page, isOld]);
}

/** Keeps the icon of the browser's tab: red while there is an alarm, so that it is noticed among many tabs. */
function useTabIcon(hasAlarm: boolean): void {
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]');
    const usual = link?.getAttribute('href');
    if (!hasAlarm || !link || !usual) return undefined;
    link.setAttribute('href', alarmIcon);
    return () => link.setAttribute('href', usual);
  }, [hasAlarm]);
}
