import { useEffect } from 'react';
import alarmIcon from './alarm-icon.svg';

/** Keeps the icon of the browser's tab: red while there is an alarm, so that it is noticed among many tabs. */
export function useTabIcon(hasAlarm: boolean): void {
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]');
    const usual = link?.getAttribute('href');
    if (!hasAlarm || !link || !usual) return undefined;
    link.setAttribute('href', alarmIcon);
    return () => link.setAttribute('href', usual);
  }, [hasAlarm]);
}
