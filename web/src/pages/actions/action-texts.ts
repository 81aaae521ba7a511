import type { Schema } from '../../api/client.js';
import type { Rights } from '../../session/rights.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import type { FormParam } from '../../components/param-field.js';

export type Action = Schema['ActionView'];
/** Its choices have labels where the language of the user has a word for them. */
export type ActionCode = Omit<Schema['ActionCodeView'], 'params'> & {
  readonly params: readonly (Schema['ActionParamView'] & { readonly choiceLabels?: readonly string[] })[];
};
type Kind = Schema['ActionParamView']['kind'];
type Choices = NonNullable<FormParam['choices']>;

/** The codes of actions and the groups that their parameters can name. */
export interface Catalogue {
  readonly codes: readonly ActionCode[];
  readonly groups: readonly Schema['GroupView'][];
}

/** The parameters of a code as form fields; their choices are the objects that the role may switch. */
export const formParams = (code: ActionCode, { groups }: Catalogue, rights: Rights): FormParam[] =>
  code.params.map(({ choices, choiceLabels, ...param }) => {
    const offered =
      choices?.map((value, place) => ({ value, label: choiceLabels?.[place] ?? value })) ??
      choicesOf(param.kind, groups, rights);
    return { ...param, integer: true, ...(offered && { choices: offered }) };
  });

function choicesOf(kind: Kind, groups: Catalogue['groups'], rights: Rights): Choices | undefined {
  switch (kind) {
    case 'outlet':
      return live
        .all('outlets')
        .filter(({ id }) => rights.maySwitch(id))
        .map(({ id, outletIndex, outletName }) => ({
          value: id,
          label: words.outlets.numbered(outletIndex, outletName),
        }));
    case 'group':
      return groups
        .filter(({ outlets }) => outlets.every(({ id }) => rights.maySwitch(id)))
        .map(({ id, groupName }) => ({ value: id, label: groupName }));
    case 'relayOutput':
      return live.all('relayOutputs').map(({ relayName }) => ({ value: relayName, label: relayName }));
    default:
      return undefined;
  }
}

/** True if the model supports the code, and the role may switch the kind of object that it needs. */
export const isOffered = ({ available, params }: ActionCode, rights: Rights): boolean =>
  available && params.every(({ kind }) => mayName(kind, rights));

function mayName(kind: Kind, rights: Rights): boolean {
  if (kind === 'outlet') return rights.switchesOutlets;
  if (kind === 'group') return rights.can('modifyOutletGroups');
  return kind !== 'relayOutput' || rights.can('modifyPortSettings');
}

/** True if the role may switch the objects of the action, and so may change and test it. */
export const mayUse = ({ code, params }: Action, { codes, groups }: Catalogue, rights: Rights): boolean =>
  (codes.find((each) => each.code === code)?.params ?? []).every(({ kind }, place) => {
    const value = params[place] ?? '';
    if (kind === 'outlet') return rights.maySwitch(value);
    if (kind !== 'group') return mayName(kind, rights);
    const outlets = groups.find(({ id }) => id === value)?.outlets ?? [];
    return mayName(kind, rights) && outlets.every(({ id }) => rights.maySwitch(id));
  });

/** The parameters of an action on one line; secrets are dots. */
export function paramText({ code, params }: Action, { codes, groups }: Catalogue): string {
  const row = codes.find((each) => each.code === code);
  return params
    .flatMap((value, place) => {
      if (value === '') return [];
      const { kind, choices, choiceLabels } = row?.params[place] ?? {};
      switch (kind) {
        case 'secret':
          return [words.actions.secret];
        case 'outlet':
          return [live.get('outlets', value)?.outletName ?? words.rules.gone(value)];
        case 'group':
          return [groups.find(({ id }) => id === value)?.groupName ?? words.rules.gone(value)];
        default:
          return [choiceLabels?.[choices?.indexOf(value) ?? -1] ?? value];
      }
    })
    .join(', ');
}

export const codeName = ({ codes }: Catalogue, { code }: Action): string =>
  codes.find((each) => each.code === code)?.name ?? words.rules.unknownCode(code);
