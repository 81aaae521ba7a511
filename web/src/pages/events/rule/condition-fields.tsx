import { NativeSelect, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { FormParam } from '../../../components/param-field.js';
import { words } from '../../../language/words.js';
import { formParams, type EventCode } from '../event-texts.js';
import {
  codesFor,
  comparisonOf,
  conditionText,
  firstField,
  isHeldTime,
  splitSubject,
  subjectsOf,
  type Family,
} from './conditions.js';
import { InlineField } from './inline-field.js';

/** The seconds for which a value must be past its limit in a new condition. */
const USUAL_SECONDS = '10';

export interface Condition {
  readonly subject: string;
  readonly code: number | undefined;
  readonly params: readonly string[];
}

interface ConditionFieldsProps extends Condition {
  readonly codes: readonly EventCode[];
  readonly onChange: (condition: Condition) => void;
}

/** "When [Bank 1] [current is above] [12 A] for [10 s]". */
export function ConditionFields({ codes, subject, code, params, onChange }: ConditionFieldsProps) {
  const subjects = useMemo(() => subjectsOf(codes), [codes]);
  const offered = codesFor(codes, subject);
  const row = codes.find((each) => each.code === code);
  const fields = row ? formParams(row) : [];
  const families = [...new Set(subjects.map(({ family }) => family))];
  const chooseSubject = (value: string): void => {
    const [, id] = splitSubject(value);
    const rows = codesFor(codes, value);
    const same = row && rows.find((each) => each.code === row.code);
    if (same && id !== '') onChange({ subject: value, code, params: [id, ...params.slice(1)] });
    else onChange(startOf(value, rows.find(isUsual) ?? rows[0]));
  };
  return (
    <div className="rule-sentence">
      <Text span className="rule-word">
        {words.ruleSheet.when}
      </Text>
      <NativeSelect
        aria-label={words.ruleSheet.subject}
        value={subject}
        onChange={({ currentTarget }) => chooseSubject(currentTarget.value)}
        data={[
          { value: '', label: words.ruleSheet.chooseSubject },
          ...families.map((family: Family) => ({
            group: words.ruleSheet.families[family],
            items: subjects.filter((each) => each.family === family),
          })),
        ]}
      />
      {subject !== '' && (
        <NativeSelect
          aria-label={words.ruleSheet.condition}
          value={String(code ?? '')}
          onChange={({ currentTarget }) =>
            onChange(
              startOf(
                subject,
                codes.find((each) => String(each.code) === currentTarget.value),
              ),
            )
          }
          data={offered.map((each) => ({ value: String(each.code), label: conditionText(each) }))}
        />
      )}
      {row &&
        fields.map((param, place) =>
          place < firstField(row) ? null : (
            <FieldWithWord
              key={`${row.code} ${place}`}
              word={wordBefore(row, param, place)}
              param={param}
              value={params[place] ?? ''}
              onChange={(value) =>
                onChange({
                  subject,
                  code,
                  params: fields.map((_, each) => (each === place ? value : (params[each] ?? ''))),
                })
              }
            />
          ),
        )}
    </div>
  );
}

function FieldWithWord({ word, ...field }: { readonly word: string } & Parameters<typeof InlineField>[0]) {
  return (
    <span className="rule-pair">
      {word !== '' && <Text span>{word}</Text>}
      <InlineField {...field} />
    </span>
  );
}

/** The word before a field; a limit follows the condition directly, other parameters have their name. */
function wordBefore({ code }: EventCode, param: FormParam, place: number): string {
  if (isHeldTime(param)) return words.ruleSheet.held;
  const isLimit = place === 1 && comparisonOf(code) !== undefined;
  return isLimit || param.unit !== undefined ? '' : param.label;
}

/** Above a current is what most conditions are about, so it is chosen first. */
const isUsual = ({ code }: EventCode): boolean => [13, 15, 31, 45, 49].includes(code);

/** A new condition: required parameters with choices have their first choice. */
function startOf(subject: string, row: EventCode | undefined): Condition {
  const [, id] = splitSubject(subject);
  return {
    subject,
    code: row?.code,
    params: (row ? formParams(row) : []).map((param, place) => {
      if (row && place < firstField(row)) return id;
      if (isHeldTime(param)) return USUAL_SECONDS;
      return param.optional ? '' : (param.choices?.[0]?.value ?? '');
    }),
  };
}
