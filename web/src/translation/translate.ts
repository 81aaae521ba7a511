import { locale, type Locale } from '../language/locale.js';
import type { Failure, Translation } from './translation.js';

/** The languages into which the texts of the controller, which are English, are translated. */
const TRANSLATIONS: Readonly<Partial<Record<Locale, () => Promise<Translation>>>> = {
  de: async () => (await import('./de/german.js')).german,
};

/** The answers that have texts of the controller: its catalogues, and sentences about what happens. */
const WITH_TEXTS: ReadonlySet<string> = new Set([
  'get /api/action-codes',
  'get /api/alarms',
  'get /api/capacity/placement',
  'get /api/event-codes',
  'get /api/events/suggestions',
  'get /api/events/{eventId}/explain',
  'get /api/events/{eventId}/history',
  'get /api/fleet/events',
  'get /api/fleet/link',
  'get /api/log',
  'get /api/mqtt',
  'get /api/outlets/{outletId}/why',
  'get /api/system/firmware',
  'get /api/system/health',
  'get /api/system/protocols',
  'get /api/system/syslog',
  'get /api/timeline',
  'get /api/webhooks/{webhookId}/deliveries',
  'post /api/actions/{actionId}/test',
  'post /api/events/backtest',
  'post /api/mqtt/test',
  'post /api/redfish/test',
  'post /api/system/syslog/test',
  'post /api/undo',
  'post /api/webhooks/{webhookId}/test',
  'put /api/outlets',
]);

/** The translation of this user's language; undefined in English, and while it cannot be loaded. */
const load = async (): Promise<Translation | undefined> => TRANSLATIONS[locale]?.().catch(() => undefined);

/** An answer of the controller with its texts in the language of the user. */
export async function translatedAnswer<T>(method: string, path: string, answer: T): Promise<T> {
  const name = `${method} ${path}`;
  if (TRANSLATIONS[locale] === undefined || !WITH_TEXTS.has(name)) return answer;
  const translate = (await load())?.answers[name] as ((given: T) => T) | undefined;
  return translate ? translate(answer) : answer;
}

/** An error of the controller in the language of the user; undefined if it stays English. */
export const translatedFailure = async (failure: Failure): Promise<Failure | undefined> =>
  (await load())?.failure(failure);
