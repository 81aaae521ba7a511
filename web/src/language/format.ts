import { inOrder } from './direction.js';
import { locale, region, type Locale } from './locale.js';

/** The text for an absent value, because an unknown value is never shown as zero. */
export const DASH = '–';

/** Formats of numbers with fixed decimals, one for each number of digits. */
export function numbersIn(language: Locale): (value: number, digits: number) => string {
  const fixed = (digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const formats: Intl.NumberFormat[] = [];
  return (value, digits) => (formats[digits] ??= fixed(digits)).format(value);
}

/** The character between whole numbers and decimals, as fields show it. */
export const decimalSeparatorOf = (language: Locale): string => numbersIn(language)(0, 1).charAt(1);

const format = numbersIn(locale);

/** The order of names, with numbers in them by their value. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);
const collator = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

interface WeekInfo {
  readonly firstDay: number;
}

export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The days of a week, 0 for Sunday, from the day on which weeks begin. Only new browsers know it: else Monday. */
export function weekDays(language = region): WeekDay[] {
  const own = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  const first = (own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1;
  return Array.from({ length: 7 }, (_, day) => ((first + day) % 7) as WeekDay);
}

/** A number with fixed decimals, and the unit after a narrow space. */
export function quantity(value: number | undefined, digits: number, unit: string): string {
  return value === undefined ? DASH : inOrder(`${number(value, digits)}\u202f${unit}`);
}

export const number = (value: number | undefined, digits: number): string =>
  value === undefined ? DASH : format(value, digits);

export const amps = (value: number | undefined): string => quantity(value, 2, 'A');
export const volts = (value: number | undefined): string => quantity(value, 1, 'V');
export const watts = (value: number | undefined): string => quantity(value, 0, 'W');
export const voltAmperes = (value: number | undefined): string => quantity(value, 0, 'VA');
export const vars = (value: number | undefined): string => quantity(value, 0, 'var');
export const hertz = (value: number | undefined): string => quantity(value, 2, 'Hz');
export const kilowattHours = (value: number | undefined): string => quantity(value, 2, 'kWh');
/** The energy of a time, which may be short: below 1 kWh in Wh, so that small amounts differ. */
export const energy = (kWh: number | undefined): string =>
  kWh !== undefined && kWh > 0 && kWh < 1 ? quantity(kWh * 1000, kWh < 0.01 ? 1 : 0, 'Wh') : kilowattHours(kWh);
export const celsius = (value: number | undefined): string => quantity(value, 1, '°C');
export const percent = (value: number | undefined, digits = 0): string => quantity(value, digits, '%');
/** A share of 0 to 1 in percent, as energy reports have it: a part never reads as 0 %, and never as 100 %. */
export function share(part: number | undefined, digits = 0): string {
  const step = 10 ** -digits;
  const isPart = part !== undefined && part > 0 && part < 1;
  return percent(isPart ? Math.min(100 - step, Math.max(step, part * 100)) : part && part * 100, digits);
}
export const factor = (value: number | undefined): string => number(value, 2);
export const seconds = (value: number | undefined): string => quantity(value, 0, 's');

/** A number of bytes in a fitting unit: 12.3 MB. */
export function bytes(value: number | undefined): string {
  if (value === undefined) return DASH;
  const units = ['B', 'kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  return quantity(value / 1000 ** step, step === 0 ? 0 : 1, units[step] ?? 'B');
}

const DAY: Readonly<Record<Locale, string>> = { en: 'd', de: 'Tg.' };

/** A length of time: "12 s", "3 min 20 s", "2 h 5 min", "4 d 3 h". */
export function duration(total: number | undefined, language = locale): string {
  if (total === undefined) return DASH;
  const left = Math.max(0, Math.round(total));
  const parts: [number, string][] = [
    [Math.floor(left / 86_400), DAY[language]],
    [Math.floor(left / 3600) % 24, 'h'],
    [Math.floor(left / 60) % 60, 'min'],
    [left % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return inOrder('0\u202fs');
  const shown = parts.slice(first, first + 2).filter(([count], place) => place === 0 || count > 0);
  return inOrder(shown.map(([count, unit]) => `${count}\u202f${unit}`).join(' '));
}

/** Times are shown in the device's zone, even if the computer of the user is in another. */
export interface Times {
  /** 2026-03-02 08:00:05 in English, 02.03.2026 08:00:05 in German */
  dateTime(at: string | number | Date | undefined): string;
  /** 08:00:05 */
  time(at: string | number | Date | undefined): string;
  /** 2026-03-02 in English, 02.03.2026 in German */
  date(at: string | number | Date | undefined): string;
  /** The value of a date-time field in every language: 2026-03-02T08:00. Its first ten characters are that of a date field. */
  fieldOf(at: string | number | Date): string;
  /** The seconds since 1970 of the value of a date-time field, "2026-03-02T08:00"; NaN if it is empty. */
  secondsOf(local: string): number;
  readonly zone: string;
}

/** The locale by which dates are written; that of Sweden has the order of ISO 8601, which no English one has. */
const DATES: Readonly<Record<Locale, string>> = { en: 'sv-SE', de: 'de-DE' };
const ISO_DATES = 'sv-SE';

/** The labels of the time axis of a chart at a day, an hour of another day, a minute and a second, as uPlot writes them. */
const CHART_FORMATS: Readonly<Record<Locale, readonly [day: string, hour: string, minute: string, second: string]>> = {
  en: ['{YYYY}-{MM}-{DD}', '{MM}-{DD} {HH}:{mm}', '{HH}:{mm}', '{HH}:{mm}:{ss}'],
  de: ['{DD}.{MM}.{YYYY}', '{DD}.{MM}. {HH}:{mm}', '{HH}:{mm}', '{HH}:{mm}:{ss}'],
};
export const CHART_TIMES = CHART_FORMATS[locale];

/**
 * @param zone the device's IANA time zone; one that this browser does not know counts as UTC
 * Numbers are seconds since 1970, texts ISO 8601.
 */
export function timesIn(zone: string, language = locale): Times {
  // Each format takes the browser some milliseconds to make, so that none is made before it is used.
  const known = once(() => (isZone(ianaName(zone)) ? ianaName(zone) : 'UTC'));
  const format = (place: string, parts: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(place, { timeZone: known(), hourCycle: 'h23', ...parts }));
  const [date, isoDate] = [format(DATES[language], DATE), format(ISO_DATES, DATE)];
  const time = format(ISO_DATES, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const write = (at: string | number | Date | undefined, ...formats: (() => Intl.DateTimeFormat)[]): string => {
    if (at === undefined || at === '') return DASH;
    const moment = typeof at === 'number' ? new Date(at * 1000) : new Date(at);
    return Number.isNaN(moment.getTime()) ? DASH : formats.map((each) => each().format(moment)).join(' ');
  };
  const local = (at: string | number | Date): string => write(at, isoDate, time).replace(' ', 'T');
  return {
    get zone() {
      return known();
    },
    dateTime: (at) => inOrder(write(at, date, time)),
    fieldOf: (at) => local(at).slice(0, 16),
    secondsOf(text) {
      const localSeconds = Date.parse(`${text}Z`) / 1000;
      // The zone's clock at a guessed time shows the error of the guess; twice, in case daylight saving changes in
      // between.
      const shift = (guess: number): number => Date.parse(`${local(guess)}Z`) / 1000 - guess;
      return Number.isNaN(localSeconds) ? NaN : localSeconds - shift(localSeconds - shift(localSeconds));
    },
    time: (at) => write(at, time),
    date: (at) => write(at, date),
  };
}

const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };

/** The result of the first call, for all calls. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

/** "GMT+8" is the setting's name of the zone eight hours east, which IANA counts the other way: "Etc/GMT-8". */
const ianaName = (zone: string): string =>
  zone.replace(
    /^(?:GMT|UTC)([+-])(\d{1,2})$/i,
    (_, sign: string, hours: string) => `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`,
  );

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}
