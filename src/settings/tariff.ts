import { deepFreeze } from '../common/objects.js';
import { listOf, number, text, textThat, wholeNumber, type Read, type ValueKind } from '../common/values.js';

/** A price for some hours of the week. */
export interface TariffRate {
  readonly name: string;
  /** Price of a kilowatt hour, in the currency of the tariff. */
  readonly perKWh: number;
  /** The days on which it begins: 0 = Sunday to 6 = Saturday. */
  readonly days: readonly number[];
  /** "HH:MM", local. */
  readonly from: string;
  /** "HH:MM", local, up to "24:00". Not after `from`: the rate ends on the next day. */
  readonly to: string;
}

/** The price of energy and the carbon dioxide of its generation; an unknown one is absent. */
export interface Tariff {
  /** Three letters of ISO 4217, such as "EUR"; empty without prices. */
  readonly currency: string;
  readonly rates: readonly TariffRate[];
  /** Price of a kilowatt hour at all times without a rate. */
  readonly defaultPerKWh?: number;
  /** Carbon dioxide per kilowatt hour, g; absent if unknown. */
  readonly gramsCO2PerKWh?: number;
}

/** Neither prices nor carbon dioxide. */
export const NO_TARIFF: Tariff = deepFreeze({ currency: '', rates: [] });

export const MAX_RATES = 24;
const MAX_PRICE = 1_000_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MINUTES_OF_DAY = 24 * 60;
export const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

const CURRENCY = textThat((given) => /^[A-Z]{3}$/i.test(given), 'three letters such as EUR');
const PRICE = number({ min: 0, max: MAX_PRICE });
const FROM = textThat((given) => /^([01]\d|2[0-3]):[0-5]\d$/.test(given), 'a time from 00:00 to 23:59');
const TO = textThat((given) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(given), 'a time from 00:00 to 24:00');
const DAY_LIST = listOf(
  'different days from 0 (Sunday) to 6 (Saturday), at least one',
  wholeNumber({ min: 0, max: 6 }),
  { min: 1, max: 7, different: true },
);
const RATE_LIST: ValueKind<readonly unknown[]> = listOf(`at most ${MAX_RATES} rates`, (given) => ({ value: given }), {
  max: MAX_RATES,
});

/** The first member that is wrong, with what it must be. */
class WrongMember extends Error {}

/** A tariff, also as JSON text; null is none. */
export const TARIFF: ValueKind<Tariff> = (given) => {
  try {
    return { value: tariffIn(typeof given === 'string' ? parsed(given) : given) };
  } catch (error) {
    if (error instanceof WrongMember) return { wrong: error.message };
    throw error;
  }
};

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function tariffIn(given: unknown): Tariff {
  const { currency, rates, defaultPerKWh, gramsCO2PerKWh } = membersOf(
    given === null ? {} : given,
    'an object with currency, rates, defaultPerKWh and gramsCO2PerKWh',
  );
  const list = valueOf(RATE_LIST, rates ?? [], 'rates');
  const hasPrices = list.length > 0 || isGiven(currency) || isGiven(defaultPerKWh);
  const tariff: Tariff = {
    currency: hasPrices ? valueOf(CURRENCY, currency, 'currency').toUpperCase() : '',
    rates: list.map((rate, place) => rateIn(rate, `rates.${place}`)),
    ...(hasPrices && { defaultPerKWh: valueOf(PRICE, defaultPerKWh, 'defaultPerKWh') }),
    ...(isGiven(gramsCO2PerKWh) && { gramsCO2PerKWh: valueOf(PRICE, gramsCO2PerKWh, 'gramsCO2PerKWh') }),
  };
  assertDistinct(tariff.rates);
  return deepFreeze(tariff);
}

/** Forms and clients send empty fields as null or "". */
const isGiven = (member: unknown): boolean => member !== undefined && member !== null && member !== '';

function rateIn(given: unknown, path: string): TariffRate {
  const members = membersOf(given, `an object whose ${path} is an object with name, perKWh, days, from and to`);
  return {
    name: valueOf(text({ min: 1, max: 40 }), members['name'], `${path}.name`),
    perKWh: valueOf(PRICE, members['perKWh'], `${path}.perKWh`),
    days: valueOf(DAY_LIST, members['days'], `${path}.days`).toSorted((a, b) => a - b),
    from: valueOf(FROM, members['from'], `${path}.from`),
    to: valueOf(TO, members['to'], `${path}.to`),
  };
}

function membersOf(given: unknown, says: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new WrongMember(says);
  return given as Readonly<Record<string, unknown>>;
}

function valueOf<T>(kind: ValueKind<T>, given: unknown, path: string): T {
  const read: Read<T> = kind(given);
  if ('wrong' in read) throw new WrongMember(`an object whose ${path} is ${read.wrong}`);
  return read.value;
}

/** Names distinguish rates in reports, and each minute has one price. */
function assertDistinct(rates: readonly TariffRate[]): void {
  const names = new Set(rates.map(({ name }) => name));
  const repeated = rates.find(({ name }) => !names.delete(name));
  if (repeated)
    throw new WrongMember(`an object whose rates have different names, and "${repeated.name}" is there twice`);
  const week = new Int16Array(MINUTES_OF_WEEK).fill(-1);
  rates.forEach((rate, place) => {
    for (const minute of minutesOf(rate)) {
      const other = rates[week[minute] ?? -1];
      if (other) {
        throw new WrongMember(
          `an object whose rates do not overlap: "${other.name}" and "${rate.name}" both hold on ${momentOf(minute)}`,
        );
      }
      week[minute] = place;
    }
  });
}

const momentOf = (minute: number): string => {
  const [day, rest] = [Math.floor(minute / MINUTES_OF_DAY), minute % MINUTES_OF_DAY];
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${DAYS[day] ?? ''} at ${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
};

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The minutes of the week in which a rate holds, counted from Sunday 00:00. */
function* minutesOf({ days, from, to }: TariffRate): Generator<number> {
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const length = end > begin ? end - begin : end - begin + MINUTES_OF_DAY;
  for (const day of days) {
    for (let minute = 0; minute < length; minute++) {
      yield (day * MINUTES_OF_DAY + begin + minute) % MINUTES_OF_WEEK;
    }
  }
}

/** The price of a kilowatt hour in each minute of the local week, from Sunday 00:00; undefined without prices. */
export function pricesOfWeek({ rates, defaultPerKWh }: Tariff): Float64Array | undefined {
  if (defaultPerKWh === undefined) return undefined;
  const prices = new Float64Array(MINUTES_OF_WEEK).fill(defaultPerKWh);
  for (const rate of rates) for (const minute of minutesOf(rate)) prices[minute] = rate.perKWh;
  return prices;
}

/** The JSON schema of the setting. */
export const TARIFF_SCHEMA = {
  type: 'object',
  properties: {
    currency: { type: 'string', description: 'ISO 4217, such as EUR; empty without prices.' },
    rates: {
      type: 'array',
      maxItems: MAX_RATES,
      description: 'Prices at some hours of the week, in the time zone of the device; they must not overlap.',
      items: {
        type: 'object',
        required: ['name', 'perKWh', 'days', 'from', 'to'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          perKWh: { type: 'number', minimum: 0, maximum: MAX_PRICE },
          days: {
            type: 'array',
            items: { type: 'integer', minimum: 0, maximum: 6 },
            description: 'The days on which it begins, 0 = Sunday to 6 = Saturday.',
          },
          from: { type: 'string', description: 'HH:MM.' },
          to: { type: 'string', description: 'HH:MM, up to 24:00. Not after from: it ends on the next day.' },
        },
      },
    },
    defaultPerKWh: {
      type: 'number',
      minimum: 0,
      maximum: MAX_PRICE,
      description: 'Price at all other times; needed for prices.',
    },
    gramsCO2PerKWh: { type: 'number', minimum: 0, maximum: MAX_PRICE, description: 'Carbon dioxide, g per kWh.' },
  },
} as const;
