import { useEffect } from 'react';
import { usePageTitle } from '../components/page-title.js';
import { words } from '../language/words.js';
import { useAlarms } from '../session/alarms.js';
import { useSession } from '../session/session.js';

/**
 * Keeps the title of the browser's tab: "● 2 alarms – Rack 12 left – Outlets – Rackfeed". The alarms come first, because
 * a narrow tab shows no more; then the device, because its tab is one of many.
 */
export function useTabTitle(): void {
  const { deviceName } = useSession();
  const count = useAlarms().length;
  const page = usePageTitle();
  useEffect(() => {
    const parts = [count > 0 ? `● ${words.shell.alarms(count)}` : '', deviceName, page, words.product];
    document.title = parts.filter((part) => part !== '').join(' – ');
  }, [count, deviceName, page]);
}
