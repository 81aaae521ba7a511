import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { objectName } from '../../components/object-name.js';
import { OrderedChoice } from '../../components/ordered-choice.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import { useGroupRights, type Group } from './use-groups.js';

const NONE = { groupName: '', groupRebootSequenceDelay: 0, outlets: [] };
const bodyOf = ({ groupName, groupRebootSequenceDelay, outlets }: Omit<Group, 'id'> | typeof NONE) => ({
  groupName,
  groupRebootSequenceDelay,
  outlets: outlets.map(({ id }: { readonly id: string }) => id),
});
const namesOf = (ids: readonly string[]): string => words.common.names(ids.map((id) => objectName(id) ?? id));

interface GroupFormProps {
  /** Absent for a new group. */
  readonly group?: Group | undefined;
  readonly onClose: () => void;
  readonly onSaved?: (group: Group) => void;
}

/** The dialog for a group: its name, its outlets in their order, the delay between them. */
export function GroupForm({ group, onClose, onSaved }: GroupFormProps) {
  const { rights } = useSession();
  const { mayOrder } = useGroupRights();
  const [groupName, setName] = useState(group?.groupName ?? '');
  const [delay, setDelay] = useState<number | string>(group?.groupRebootSequenceDelay ?? 0);
  const [before] = useState(() => bodyOf(group ?? NONE));
  const meanwhile = useMeanwhile({
    groupName: words.groups.name,
    groupRebootSequenceDelay: words.groups.delay,
    outlets: [words.groups.outlets, namesOf],
  });
  const [outlets, setOutlets] = useState<readonly string[]>(before.outlets);
  const choices = live
    .all('outlets')
    .filter(({ id }) => rights.maySwitch(id))
    .map(({ id, outletIndex, outletName }) => ({ value: id, label: words.outlets.numbered(outletIndex, outletName) }));
  const save = useChange(async () => {
    const body = { groupName, groupRebootSequenceDelay: Number(delay), outlets: [...outlets] };
    if (!group) return api.post('/api/groups', { body });
    const path = { groupId: group.id };
    const read = async () => bodyOf(await api.get('/api/groups/{groupId}', { path }));
    const changed = await meanwhile(changedOf(body, before), before, read);
    if (Object.keys(changed).length === 0) return group;
    return api.put('/api/groups/{groupId}', { path, body: changed });
  }, ['/api/groups']);
  const submit = async (): Promise<void> => {
    const saved = await save.mutateAsync(undefined);
    notify(words.common.saved);
    onSaved?.(saved);
  };
  return (
    <FormDialog
      title={group ? words.groups.editTitle(group.groupName) : words.groups.create}
      size="xl"
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={groupName.trim() === '' || delay === '' || outlets.length === 0}
    >
      <NameField label={words.groups.name} value={groupName} onChange={setName} />
      {(!group || mayOrder(group)) && (
        <OrderedChoice
          label={words.groups.outlets}
          description={words.groups.outletsHelp}
          choices={choices}
          value={outlets}
          onChange={setOutlets}
        />
      )}
      <NumberInput
        label={words.groups.delay}
        description={words.groups.delayHelp}
        min={0}
        max={99}
        value={delay}
        onChange={setDelay}
      />
    </FormDialog>
  );
}
