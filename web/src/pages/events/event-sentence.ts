import type { Schema } from '../../api/client.js';
import { objectName } from '../../components/object-name.js';
import { duration, number, quantity } from '../../language/format.js';
import { words } from '../../language/words.js';
import { formParams, paramText, type Event, type EventCode } from './event-texts.js';
import { comparisonOf } from './rule/conditions.js';

type Action = Schema['ActionView'];
type Group = Schema['GroupView'];

/** The actions of this PDU, and its groups as far as the role may see them. */
export interface Automation {
  readonly actions: readonly Action[];
  readonly groups: readonly Group[];
}

/** "When Bank 1 current is above 12 A for 10 s: turn off Backup server." */
export const eventSentence = (event: Event, row: EventCode | undefined, { actions, groups }: Automation): string => {
  const due = event.actions.flatMap((id) => actions.find((action) => action.id === id) ?? []);
  const texts = due.map((action) => {
    const text = actionText(action, groups);
    return action.enabled ? text : words.eventSentence.disabled(text);
  });
  return words.eventSentence.does(conditionSentence(row, event), texts);
};

/** "When Bank 1 current is above 12 A for 10 s". */
export function conditionSentence(
  row: EventCode | undefined,
  { code, params }: Pick<Event, 'code' | 'params'>,
): string {
  const texts = words.eventSentence;
  const [first = '', second = '', third = ''] = params;
  const twoDigits = (value: string): string => value.padStart(2, '0');
  switch (code) {
    case 53:
      return texts.daily(first);
    case 54:
      return texts.every(duration(Number(first)));
    case 60:
      return texts.monthly(first, `${twoDigits(second)}:${twoDigits(third)}`);
    case 61:
      return texts.weekly(choiceOf(row, 0, first), `${twoDigits(second)}:${twoDigits(third)}`);
    default:
      return texts.when(
        stateText(row, code, params) ??
          [row?.name ?? words.rules.unknownCode(code), paramText(row, params)].filter(Boolean).join(', '),
      );
  }
}

function stateText(row: EventCode | undefined, code: number, params: readonly string[]): string | undefined {
  const texts = words.eventSentence;
  const [first = '', second = '', third = ''] = params;
  const comparison = comparisonOf(code);
  if (comparison && row) {
    const { measure, direction } = comparison;
    const limit = amount(second, row.params[1]?.unit ?? '');
    return texts.compares(subjectName(row, first), words.ruleSheet.measures[measure], direction, limit, held(third));
  }
  const own: Readonly<Record<number, string>> = { ...texts.transfer, ...faults() };
  switch (code) {
    case 12:
      return texts.pings(first, second);
    case 30:
      return row && texts.trips(subjectName(row, first));
    case 59:
      return row && texts.returns(subjectName(row, first));
    case 62:
    case 63:
      return texts.input(first, second, code === 62 ? 'High' : 'Low', held(third));
    case 64:
      return texts.userSwitch(first, second === 'ON');
    case 65:
      return texts.sensor(first, second === 'connect');
    default: {
      const ends: Readonly<Record<number, string>> = texts.faultEnds;
      return first === 'end' ? ends[code] : own[code];
    }
  }
}

/** The conditions of the controller itself, which have no object. */
const faults = (): Readonly<Record<number, string>> =>
  Object.fromEntries(Object.entries(words.ruleSheet.conditions).filter(([code]) => Number(code) >= 102));

const held = (seconds: string): string =>
  Number(seconds) > 0 ? words.eventSentence.held(duration(Number(seconds))) : '';

function amount(value: string, unit: string): string {
  const limit = Number(value);
  const digits = Number.isInteger(limit) ? 0 : 2;
  return unit === '' ? number(limit, digits) : quantity(limit, digits, unit);
}

/** "Bank 1", or "any bank". */
function subjectName(row: EventCode, id: string): string {
  const any: Readonly<Record<string, string>> = words.eventSentence.any;
  return (id === 'any' ? any[row.params[0]?.kind ?? ''] : objectName(id)) ?? choiceOf(row, 0, id);
}

const choiceOf = (row: EventCode | undefined, place: number, value: string): string =>
  (row && formParams(row)[place]?.choices?.find((choice) => choice.value === value)?.label) ?? value;

/** "turn off Backup server"; the name of an action whose code has no words here. */
function actionText({ code, name, params }: Action, groups: readonly Group[]): string {
  const texts: Readonly<Record<string, (first: string, second: string) => string>> = words.eventSentence.actions;
  const [first = '', second = '', third = ''] = params;
  const own = texts[code === 32 ? `${code} ${third}` : WITH_STATE.includes(code) ? `${code} ${second}` : String(code)];
  return own ? own(targetName(code, first, groups), second) : name;
}

const WITH_STATE: readonly number[] = [11, 16, 22];

function targetName(code: number, value: string, groups: readonly Group[]): string {
  if (code === 11 || code === 12) return objectName(value) ?? value;
  if (code === 16 || code === 17) return groups.find(({ id }) => id === value)?.groupName ?? value;
  return value;
}
