import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { Load } from './group-columns.js';
import { PowerCycleEnds } from '../outlets/power-cycle-ends.js';
import { GroupForm } from './group-form.js';
import { memberColumns } from './member-columns.js';
import { SequencePanel } from './sequence.js';
import { SwitchButtons } from './switch-buttons.js';
import { remainingSteps } from './remaining-steps.js';
import { useGroupCommands } from './use-group-commands.js';
import { useGroupRights, useGroupRows, type Group } from './use-groups.js';

/** One group: its outlets in their order with live values, and its sequence step by step. */
export default function GroupPage() {
  const { groupId = '' } = useParams();
  const { data: group, error } = useApi('/api/groups/{groupId}', { path: { groupId }, every: 1_000 });
  if (group && error?.status !== 404) return <OneGroup group={group} />;
  return <Page title={words.titles.group}>{error ? <ErrorNote error={error} /> : <Loading />}</Page>;
}

function OneGroup({ group }: { readonly group: Group }) {
  const { mayBuild, maySwitch } = useGroupRights();
  const commands = useGroupCommands();
  const navigate = useNavigate();
  const [isEdited, setEdited] = useState(false);
  const rows = useGroupRows(group);
  const onDelete = async (): Promise<void> => {
    if (await commands.remove(group)) void navigate('/groups', { replace: true });
  };
  return (
    <Page
      title={group.groupName}
      actions={
        <>
          <Text>
            {words.outlets.total}{' '}
            <b>
              <Load group={group} />
            </b>
          </Text>
          {maySwitch(group) && <SwitchButtons group={group} commands={commands} size="xs" mayHold />}
          {mayBuild && (
            <>
              <Button
                variant="default"
                aria-label={words.groups.editOf(group.groupName)}
                onClick={() => setEdited(true)}
              >
                {words.common.edit}
              </Button>
              <Button
                variant="default"
                aria-label={words.groups.deleteOf(group.groupName)}
                onClick={() => void onDelete()}
              >
                {words.common.delete}
              </Button>
            </>
          )}
        </>
      }
    >
      <PowerCycleEnds />
      <SequencePanel group={group} />
      <DataTable
        label={words.groups.outlets}
        columns={memberColumns(group, remainingSteps(group))}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ outletName }) => outletName}
        empty={words.groups.noOutlets}
      />
      {isEdited && <GroupForm group={group} onClose={() => setEdited(false)} />}
    </Page>
  );
}
