import type { Rights } from '../../../session/rights.js';
import { words } from '../../../language/words.js';
import { formParams, isOffered, type Action, type ActionCode, type Catalogue } from '../../actions/action-texts.js';
import type { FormParam } from '../../../components/param-field.js';

/** An action of the sentence: one that exists, or one that is created with the event. */
export type ActionDraft =
  | { readonly key: string; readonly id: number }
  | { readonly key: string; readonly verb: string; readonly params: readonly string[] };

/** "Turn off outlet": a code of the catalogue with those of its parameters that the verb already says. */
export interface Verb {
  /** The code and the value of its state: "11 OFF". */
  readonly key: string;
  readonly label: string;
  readonly row: ActionCode;
  readonly statePlace: number;
  readonly state: string;
}

/** The codes whose state is part of the verb. */
const WITH_STATE: readonly number[] = [11, 16, 22];
/** The verbs that have a button of their own. */
export const COMMON_VERBS: readonly string[] = ['15', '11 OFF', '16 OFF'];

/** The verbs for the codes that this role may use on this model. */
export const verbsOf = ({ codes }: Catalogue, rights: Rights): Verb[] =>
  codes.filter((row) => isOffered(row, rights)).flatMap(verbsOfCode);

function verbsOfCode(row: ActionCode): Verb[] {
  const statePlace = WITH_STATE.includes(row.code) ? row.params.findIndex(({ kind }) => kind === 'word') : -1;
  const states = row.params[statePlace]?.choices ?? [''];
  return states.toReversed().map((state) => {
    const key = [String(row.code), state].filter(Boolean).join(' ');
    const own: Readonly<Record<string, string>> = words.ruleSheet.verbs;
    return { key, label: own[key] ?? row.name, row, statePlace, state };
  });
}

export const verbOf = (verbs: readonly Verb[], key: string): Verb | undefined => verbs.find((verb) => verb.key === key);

/** The parameters of a new action with this verb. */
export const emptyParams = ({ row, statePlace, state }: Verb): string[] =>
  row.params.map((_, place) => (place === statePlace ? state : ''));

export interface VerbField extends FormParam {
  readonly place: number;
}

/** The fields that a verb still needs. */
export const fieldsOf = ({ row, statePlace }: Verb, catalogue: Catalogue, rights: Rights): VerbField[] =>
  formParams(row, catalogue, rights).flatMap((param, place) => (place === statePlace ? [] : [{ ...param, place }]));

/** "Turn off outlet 8. Backup server", without secrets. */
export function draftName(verb: Verb, params: readonly string[], catalogue: Catalogue, rights: Rights): string {
  const values = fieldsOf(verb, catalogue, rights).flatMap(({ kind, place, choices }) => {
    const value = params[place] ?? '';
    if (value === '' || kind === 'secret') return [];
    return [choices?.find((choice) => choice.value === value)?.label ?? value];
  });
  return (values.length === 0 ? verb.label : words.ruleSheet.draft(verb.label, values.join(' '))).slice(0, 100);
}

/** The existing action that does the same, so that saving creates no second one. An action with a secret has none. */
export const sameAction = (actions: readonly Action[], { row }: Verb, params: readonly string[]): Action | undefined =>
  row.params.some(({ kind }) => kind === 'secret')
    ? undefined
    : actions.find(
        (action) =>
          action.code === row.code &&
          action.enabled &&
          row.params.every((_, place) => (action.params[place] ?? '') === (params[place] ?? '')),
      );
