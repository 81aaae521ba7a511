/** Hours east of Greenwich in the product family's form: "GMT+8", "UTC-3". */
const OFFSET = /^(?:GMT|UTC)([+-])(\d{1,2})$/i;

/**
 * The IANA zone of a `timezone` setting, or undefined for an invalid one. "GMT+8" is the zone eight hours east; its
 * IANA name has the opposite sign.
 */
export function ianaZone(timezone: string): string | undefined {
  const [, sign, hours] = OFFSET.exec(timezone) ?? [];
  return zone(hours === undefined ? timezone : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`);
}

function zone(name: string): string | undefined {
  if (name === 'UTC') return name; // the zone of most racks needs no calendar data
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
