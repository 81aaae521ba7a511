import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import { numberText } from '../../common/text.js';
import * as values from '../../common/values.js';
import type { Read } from '../../common/values.js';

/** The type of a parameter, for the form that asks for it. */
export type EventParamKind =
  'inlet' | 'line' | 'bank' | 'outlet' | 'sensor' | 'word' | 'number' | 'time' | 'host' | 'networkInterface';

/** A value that may be chosen, and what it is called. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One parameter of an event code. Always text; three to an event, unused ones empty. */
export interface EventParam {
  readonly kind: EventParamKind;
  /** As the specification's table names it. */
  readonly label: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
  /** May be empty. */
  readonly optional?: true;
  /** All that this model has to choose from; absent where the value is free. */
  readonly choices?: (model: PduModel) => readonly Choice[];
  readonly read: (given: string, model: PduModel) => Read<string>;
}

interface Limits {
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

/** A number in [min, max]. */
export const decimal = (label: string, limits: Limits): EventParam => ({
  kind: 'number',
  label,
  ...limits,
  read: numberText(values.number(limits)),
});

/** A whole number in [min, max]. */
export const wholeNumber = (label: string, limits: Limits): EventParam => ({
  ...decimal(label, limits),
  integer: true,
  read: numberText(values.wholeNumber(limits)),
});

/** One of these words in any case. */
export const word = (label: string, ...words: readonly string[]): EventParam => ({
  kind: 'word',
  label,
  choices: () => words.map((value) => ({ value, label: value })),
  read: values.oneOf(...words),
});

export const optional = (param: EventParam): EventParam => ({
  ...param,
  optional: true,
  read: (given, model) => (given === '' ? { value: '' } : param.read(given, model)),
});

const ONE_DAY_IN_SECONDS = 86_400;
export const SECONDS_PAST = wholeNumber('seconds past threshold', { unit: 's', min: 0, max: ONE_DAY_IN_SECONDS });

/** HH:MM of a day of 24 hours; `8:05` is 08:05. */
export const TIME_OF_DAY: EventParam = {
  kind: 'time',
  label: 'time to trigger',
  read: values.kindOf('HH:MM from 00:00 to 23:59', (given) => {
    const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(String(given)) ?? [];
    const fits = hour !== '' && Number(hour) <= 23 && Number(minute) <= 59;
    return fits ? `${hour.padStart(2, '0')}:${minute}` : undefined;
  }),
};
