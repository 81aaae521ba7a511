/** Hours east of Greenwich, as the product family writes them: "GMT+8", "UTC-3". */
const OFFSET = /^(?:GMT|UTC)([+-])(\d{1,2})$/i;

/**
 * The IANA zone of a `timezone` setting, or undefined for none. "GMT+8" is the zone eight hours east; IANA's own name
 * of it counts the other way.
 */
export function ianaZone(timezone: string): string | undefined {
  const [, sign, hours] = OFFSET.exec(timezone) ?? [];
  return zone(hours === undefined ? timezone : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`);
}

function zone(name: string): string | undefined {
  if (name === 'UTC') return name; // as it is in most racks: nothing to load a library of calendars for
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
