import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { words } from '../../../language/words.js';
import { useSession } from '../../../session/session.js';
import { codeName, mayUse, paramText, type Action, type Catalogue } from '../../actions/action-texts.js';
import {
  COMMON_VERBS,
  draftName,
  emptyParams,
  fieldsOf,
  verbOf,
  verbsOf,
  type ActionDraft,
  type Verb,
} from './action-drafts.js';
import { InlineField } from './inline-field.js';

interface ActionRowsProps {
  readonly catalogue: Catalogue;
  readonly actions: readonly Action[];
  readonly drafts: readonly ActionDraft[];
  readonly onChange: (drafts: readonly ActionDraft[]) => void;
  readonly onTest: (draft: ActionDraft) => void;
  readonly isMissing: (draft: ActionDraft) => boolean;
}

let added = 0;
const newKey = (): string => `new ${(added += 1)}`;

/** "→ [mail noc@…] and [turn off Backup server]": the actions in their order, and the buttons that add one. */
export function ActionRows({ catalogue, actions, drafts, onChange, onTest, isMissing }: ActionRowsProps) {
  const { rights } = useSession();
  const verbs = verbsOf(catalogue, rights);
  const add = (verb: Verb): void => onChange([...drafts, { key: newKey(), verb: verb.key, params: emptyParams(verb) }]);
  const others = verbs.filter(({ key }) => !COMMON_VERBS.includes(key));
  const existing = actions.filter(
    (action) => mayUse(action, catalogue, rights) && !drafts.some((draft) => 'id' in draft && draft.id === action.id),
  );
  const addOther = (value: string): void => {
    const verb = verbOf(verbs, value);
    if (verb) add(verb);
    else if (value !== '') onChange([...drafts, { key: newKey(), id: Number(value.replace('id ', '')) }]);
  };
  return (
    <Stack gap="sm">
      <ol className="rule-actions" aria-label={words.events.actions}>
        {drafts.map((draft, place) => {
          const name = nameOf(draft, { actions, verbs, catalogue, rights });
          return (
            <li key={draft.key} className="rule-sentence">
              <Text span className="rule-word">
                {place === 0 ? words.ruleSheet.then : words.ruleSheet.and}
              </Text>
              {'id' in draft ? (
                <ExistingAction action={actions.find(({ id }) => id === draft.id)} catalogue={catalogue} />
              ) : (
                <NewAction
                  verb={verbOf(verbs, draft.verb)}
                  params={draft.params}
                  catalogue={catalogue}
                  onChange={(params) => onChange(drafts.map((each) => (each === draft ? { ...draft, params } : each)))}
                />
              )}
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isMissing(draft)}
                  aria-label={words.actions.testOf(name)}
                  onClick={() => onTest(draft)}
                >
                  {words.actions.test}
                </Button>
                {place > 0 && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={words.ruleSheet.earlierOf(name)}
                    onClick={() => onChange(movedUp(drafts, place))}
                  >
                    {words.ruleSheet.earlier}
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={words.ruleSheet.removeOf(name)}
                  onClick={() => onChange(drafts.filter((each) => each !== draft))}
                >
                  {words.ruleSheet.remove}
                </Button>
              </Group>
            </li>
          );
        })}
      </ol>
      {drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.events.noActions}
        </Text>
      )}
      <Group gap="xs" role="group" aria-label={words.ruleSheet.addAction}>
        {COMMON_VERBS.flatMap((key) => verbOf(verbs, key) ?? []).map((verb) => (
          <Button key={verb.key} variant="default" onClick={() => add(verb)}>
            {`+ ${verb.label}`}
          </Button>
        ))}
        <NativeSelect
          aria-label={words.ruleSheet.other}
          value=""
          onChange={({ currentTarget }) => addOther(currentTarget.value)}
          data={[
            { value: '', label: `${words.ruleSheet.other}…` },
            {
              group: words.ruleSheet.existing,
              items: existing.map(({ id, name }) => ({ value: `id ${id}`, label: name })),
            },
            { group: words.ruleSheet.create, items: others.map(({ key, label }) => ({ value: key, label })) },
          ]}
        />
      </Group>
    </Stack>
  );
}

interface Names {
  readonly actions: readonly Action[];
  readonly verbs: readonly Verb[];
  readonly catalogue: Catalogue;
  readonly rights: ReturnType<typeof useSession>['rights'];
}

/** The name of an action of the sentence, also of one that does not exist yet. */
export function nameOf(draft: ActionDraft, { actions, verbs, catalogue, rights }: Names): string {
  if ('id' in draft) {
    return actions.find(({ id }) => id === draft.id)?.name ?? words.rules.gone(String(draft.id));
  }
  const verb = verbOf(verbs, draft.verb);
  return verb ? draftName(verb, draft.params, catalogue, rights) : draft.verb;
}

const movedUp = (drafts: readonly ActionDraft[], place: number): ActionDraft[] =>
  drafts.flatMap((draft, at) => {
    if (at === place - 1) return [drafts[place] ?? draft, draft];
    return at === place ? [] : [draft];
  });

function ExistingAction({ action, catalogue }: { readonly action: Action | undefined; readonly catalogue: Catalogue }) {
  if (!action) return <Text span>{words.rules.gone('')}</Text>;
  return (
    <span>
      <Text span fw={600}>
        {action.name}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {[codeName(catalogue, action), paramText(action, catalogue), action.enabled ? '' : words.actions.off]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </span>
  );
}

interface NewActionProps {
  readonly verb: Verb | undefined;
  readonly params: readonly string[];
  readonly catalogue: Catalogue;
  readonly onChange: (params: readonly string[]) => void;
}

function NewAction({ verb, params, catalogue, onChange }: NewActionProps) {
  const { rights } = useSession();
  if (!verb) return null;
  return (
    <>
      <Text span>{verb.label}</Text>
      {fieldsOf(verb, catalogue, rights).map(({ place, ...param }) => (
        <InlineField
          key={place}
          param={param}
          value={params[place] ?? ''}
          onChange={(value) => onChange(verb.row.params.map((_, at) => (at === place ? value : (params[at] ?? ''))))}
        />
      ))}
    </>
  );
}
