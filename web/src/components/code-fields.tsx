import { Select } from '@mantine/core';
import { words } from '../language/words.js';
import { ParamField, type FormParam } from './param-field.js';

interface CodeFieldsProps {
  /** The codes of a catalogue that may be chosen. */
  readonly codes: readonly { readonly code: number; readonly name: string }[];
  readonly code: number | undefined;
  readonly onCode: (code: number) => void;
  /** The fields of the code's parameters, in their order. */
  readonly fields: readonly FormParam[];
  readonly params: readonly string[];
  readonly onParams: (params: readonly string[]) => void;
}

/** A code of a catalogue and its parameters. */
export function CodeFields({ codes, code, onCode, fields, params, onParams }: CodeFieldsProps) {
  return (
    <>
      <Select
        label={words.rules.code}
        data={codes.map((each) => ({ value: String(each.code), label: each.name }))}
        value={code === undefined ? null : String(code)}
        searchable
        nothingFoundMessage={words.common.nothingFound}
        onChange={(value) => value !== null && onCode(Number(value))}
      />
      {fields.map((param, place) => (
        <ParamField
          key={`${code ?? ''} ${place}`}
          param={param}
          value={params[place] ?? ''}
          onChange={(value) => onParams(fields.map((_, each) => (each === place ? value : (params[each] ?? ''))))}
        />
      ))}
    </>
  );
}

/** True while a parameter that is needed has no value. */
export const isParamMissing = (fields: readonly FormParam[], params: readonly string[]): boolean =>
  fields.some(({ optional }, place) => !optional && (params[place] ?? '') === '');
