import type { Millis } from '../../kernel/clock.js';
import { zoneOf } from '../../kernel/calendar.js';
import type { SettingsStore } from '../../settings/settings.store.js';
import { ianaZone } from '../../settings/timezone.js';

/** `2026-03-02 09:00:03 +01:00 (Europe/Berlin)`: a moment as the device's clock shows it. */
export function localTime(settings: Pick<SettingsStore, 'get'>, at: Millis): string {
  const timezone = settings.get('timezone');
  const offset = zoneOf(ianaZone(timezone) ?? 'UTC', settings.get('daylightsavings')).offsetAt(at);
  const shown = new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ');
  return `${shown} ${written(offset)} (${timezone})`;
}

function written(offset: Millis): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
