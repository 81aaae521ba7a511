import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isParamMissing } from '../../../components/code-fields.js';
import { ErrorNote } from '../../../components/error-note.js';
import { useLeaveGuard } from '../../../components/leave-guard.js';
import { Page, Panel } from '../../../components/page.js';
import { notify } from '../../../components/toasts.js';
import { words } from '../../../language/words.js';
import { useSession } from '../../../session/session.js';
import type { Action, Catalogue } from '../../actions/action-texts.js';
import { TestRunDialog } from '../../actions/test-run-dialog.js';
import { formParams, type Event, type EventCode } from '../event-texts.js';
import { fieldsOf, verbOf, verbsOf, type ActionDraft } from './action-drafts.js';
import { ActionRows, nameOf } from './action-rows.js';
import { ConditionFields, type Condition } from './condition-fields.js';
import { conditionText, isHeldTime, subjectOf, subjectsOf } from './conditions.js';
import { LimitPanel } from './limit-panel.js';
import './rule.css';
import { useRuleSaving } from './use-rule-saving.js';

interface RuleSheetProps {
  /** Absent for a new event. */
  readonly event: Event | undefined;
  readonly codes: readonly EventCode[];
  readonly actions: readonly Action[];
  readonly catalogue: Catalogue;
}

/** The whole rule as a sentence: condition, actions, name; saved together. */
export function RuleSheet({ event, codes, actions, catalogue }: RuleSheetProps) {
  const { rights } = useSession();
  const navigate = useNavigate();
  const [condition, setCondition] = useState<Condition>(() => conditionOf(event, codes));
  const [drafts, setDrafts] = useState<readonly ActionDraft[]>(
    () => event?.actions.map((id, place) => ({ key: `${id} ${place}`, id })) ?? [],
  );
  const [name, setName] = useState(event?.name ?? '');
  const [enabled, setEnabled] = useState(event?.enabled ?? true);
  const [tested, setTested] = useState<Action>();
  const now = JSON.stringify([condition, drafts, name, enabled]);
  const [start] = useState(now);
  const ask = useLeaveGuard(now !== start);

  const offered = codes.filter(({ available, code }) => available || code === event?.code);
  const row = codes.find(({ code }) => code === condition.code);
  const isConditionMissing = !row || isParamMissing(formParams(row), condition.params);
  const verbs = verbsOf(catalogue, rights);
  const isMissing = (draft: ActionDraft): boolean => {
    if ('id' in draft) return false;
    const verb = verbOf(verbs, draft.verb);
    return (
      !verb ||
      fieldsOf(verb, catalogue, rights).some(({ optional, place }) => !optional && (draft.params[place] ?? '') === '')
    );
  };
  const nameOfDraft = (draft: ActionDraft): string => nameOf(draft, { actions, verbs, catalogue, rights });
  const suggested = row && !isConditionMissing ? sentence(row, condition, codes) : '';
  const missing = [
    ...(row ? [] : [words.ruleSheet.needs.subject]),
    ...(row && isConditionMissing ? [words.ruleSheet.needs.params] : []),
    ...drafts.filter(isMissing).map((draft) => words.ruleSheet.needs.action(nameOfDraft(draft))),
  ];
  const saving = useRuleSaving({ event, actions, verbs, nameOf: nameOfDraft, onDrafts: setDrafts });
  const save = async (): Promise<void> => {
    const body = { name: name.trim() || suggested, enabled, code: condition.code ?? 0, params: [...condition.params] };
    const saved = await saving.save(body, drafts);
    if (!saved) return;
    notify(words.common.saved);
    void navigate(`/events/${saved.id}`, { replace: event !== undefined });
  };
  const test = async (draft: ActionDraft): Promise<void> => {
    const action = await saving.saved(draft, drafts);
    if (action) setTested(action);
  };
  const leave = async (): Promise<void> => {
    if (await ask()) void navigate(event ? `/events/${event.id}` : '/events');
  };

  return (
    <Page title={event ? words.events.editTitle(event.name) : words.titles.rule}>
      <form
        noValidate // the controller says what is wrong, in a sentence that stays
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (missing.length === 0) void save();
        }}
      >
        <div className="rule-columns">
          <Stack gap="md">
            <Panel title={words.events.condition}>
              <ConditionFields {...condition} codes={offered} onChange={setCondition} />
            </Panel>
            <Panel title={words.events.actions}>
              <ActionRows
                catalogue={catalogue}
                actions={actions}
                drafts={drafts}
                onChange={setDrafts}
                onTest={(draft) => void test(draft)}
                isMissing={isMissing}
              />
            </Panel>
            <Panel title={words.common.name}>
              <Group gap="md" align="center">
                <TextInput
                  aria-label={words.events.name}
                  placeholder={suggested || words.events.name}
                  value={name}
                  maxLength={100}
                  flex={1}
                  miw={200}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
                <Switch
                  label={words.rules.enabled}
                  checked={enabled}
                  onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
                />
              </Group>
            </Panel>
            {saving.notSaved && (
              <Alert color="orange" variant="light" role="status">
                {words.ruleSheet.partly(saving.notSaved.saved, saving.notSaved.failed)}
              </Alert>
            )}
            <ErrorNote error={saving.error} />
            <Group gap="sm" align="center">
              <Button type="submit" loading={saving.isBusy} disabled={missing.length > 0}>
                {words.common.save}
              </Button>
              <Button variant="default" onClick={() => void leave()}>
                {words.common.cancel}
              </Button>
              {missing.length > 0 && (
                <Text size="sm" c="dimmed" role="status">
                  {words.ruleSheet.toSave(missing)}
                </Text>
              )}
            </Group>
          </Stack>
          {row && (
            <LimitPanel
              row={row}
              subject={condition.subject}
              params={condition.params}
              isComplete={!isConditionMissing}
            />
          )}
        </div>
      </form>
      {tested && (
        <TestRunDialog
          action={tested}
          switches={catalogue.codes.find(({ code }) => code === tested.code)?.switches === true}
          onClose={() => setTested(undefined)}
        />
      )}
    </Page>
  );
}

function conditionOf(event: Event | undefined, codes: readonly EventCode[]): Condition {
  const row = codes.find(({ code }) => code === event?.code);
  if (!event || !row) return { subject: '', code: undefined, params: [] };
  return { subject: subjectOf(row, event.params), code: event.code, params: event.params };
}

/** "Core current is above 12 A for 10 s", the name of an event that the user does not name. */
function sentence(row: EventCode, { subject, params }: Condition, codes: readonly EventCode[]): string {
  const label = subjectsOf(codes).find(({ value }) => value === subject)?.label ?? '';
  const fields = formParams(row);
  const values = params.flatMap((value, place) => {
    const field = fields[place];
    if (!field || value === '' || subject.endsWith(`:${value}`)) return [];
    const text = field.choices?.find((choice) => choice.value === value)?.label ?? value;
    const amount = field.unit === undefined ? text : `${text} ${field.unit}`;
    return [isHeldTime(field) ? `${words.ruleSheet.held} ${amount}` : amount];
  });
  return [label, conditionText(row), ...values].join(' ').slice(0, 100);
}
