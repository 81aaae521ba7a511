import { describe, expect, it } from '@jest/globals';
import type { SettingKey } from '../../../settings/setting-value.js';
import type { SettingsStore } from '../../../settings/settings.store.js';
import { localTime } from './mail.message.js';

const settings = (timezone: string, daylightsavings = true): Pick<SettingsStore, 'get'> => {
  const values: Partial<Record<SettingKey, unknown>> = { timezone, daylightsavings };
  return { get: ((key: SettingKey) => values[key]) as SettingsStore['get'] };
};

describe('the time of a message', () => {
  it.each([
    ['UTC', true, '2026-07-01T12:00:05Z', '2026-07-01 12:00:05 +00:00 (UTC)'],
    ['Europe/Berlin', true, '2026-07-01T12:00:05Z', '2026-07-01 14:00:05 +02:00 (Europe/Berlin)'],
    ['Europe/Berlin', false, '2026-07-01T12:00:05Z', '2026-07-01 13:00:05 +01:00 (Europe/Berlin)'],
    ['GMT+8', true, '2026-07-01T20:00:05Z', '2026-07-02 04:00:05 +08:00 (GMT+8)'],
    ['America/St_Johns', true, '2026-01-01T00:00:00Z', '2025-12-31 20:30:00 -03:30 (America/St_Johns)'],
  ])('in %s (daylight saving %p) at %s is %s', (zone, saving, at, shown) => {
    expect(localTime(settings(zone, saving), Date.parse(at))).toBe(shown);
  });
});
