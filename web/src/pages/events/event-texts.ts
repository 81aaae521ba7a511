import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import type { FormParam } from '../../components/param-field.js';
import { objectName } from '../../components/object-name.js';

export type Event = Schema['EventView'];
export type EventCode = Schema['EventCodeView'];
type Param = Schema['EventParamView'];

/** The parameters of a code as form fields, with the names of the objects as labels. */
export const formParams = (code: EventCode): FormParam[] =>
  code.params.map(({ choices, ...param }) => ({
    ...param,
    ...(choices && { choices: choices.map((value, place) => ({ value, label: choiceLabel(param, value, place) })) }),
  }));

function choiceLabel({ choiceLabels }: Pick<Param, 'choiceLabels'>, value: string, place: number): string {
  const name = objectName(value);
  return name === undefined ? (choiceLabels?.[place] ?? value) : words.rules.named(name, value);
}

/** The parameters of an event on one line: "Bank 1 (1200578), 16 A, 10 s". */
export function paramText(code: EventCode | undefined, params: readonly string[]): string {
  if (!code) return params.filter((value) => value !== '').join(', ');
  return formParams(code)
    .flatMap(({ unit, choices }, place) => {
      const value = params[place] ?? '';
      if (value === '') return [];
      const label = choices?.find((choice) => choice.value === value)?.label ?? value;
      return [unit ? `${label} ${unit}` : label];
    })
    .join(', ');
}

export const codeName = (codes: readonly EventCode[], { code }: Event): string =>
  codes.find((each) => each.code === code)?.name ?? words.rules.unknownCode(code);
