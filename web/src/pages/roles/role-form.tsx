import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import type { Permissions } from '../../session/rights.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { useBefore, useMeanwhile, type Labels } from '../../components/use-meanwhile.js';
import { FlagMatrix } from './flag-matrix.js';
import { OutletRights } from './outlet-rights.js';

interface RoleFormProps {
  readonly role: Schema['RoleView'];
  readonly mayChange: boolean;
}

interface Fields {
  readonly name?: string;
  readonly description?: string;
  readonly permissions?: Partial<Permissions>;
}

/** Two users can only differ in the outlets of a permission, not in one that is on or off. */
const labels = (): Labels => {
  const { outlets, mayView, maySwitch } = words.roles;
  return {
    name: words.common.name,
    description: words.common.description,
    'permissions.viewOutlets': [`${outlets}: ${mayView}`, () => undefined],
    'permissions.modifyOutlets': [`${outlets}: ${maySwitch}`, () => undefined],
  };
};

/** The name, permissions and outlets of a role in one form; only changed members are sent. */
export function RoleForm({ role, mayChange }: RoleFormProps) {
  const [edited, setEdited] = useState<Fields>({});
  const before = useBefore(role, Object.keys(edited).length > 0);
  const meanwhile = useMeanwhile(labels());
  const change = useChange(
    async ({ permissions: some = {}, ...texts }: Fields) => {
      const given = changedOf(some, before().permissions);
      const changed = { ...texts, ...(Object.keys(given).length > 0 && { permissions: given }) };
      const path = { roleId: String(role.id) };
      const body = await meanwhile(changed, before(), () => api.get('/api/roles/{roleId}', { path }));
      if (Object.keys(body).length > 0) await api.put('/api/roles/{roleId}', { path, body });
    },
    ['/api/roles', '/api/user'],
  );
  const permissions = { ...role.permissions, ...edited.permissions };
  const isChanged = Object.keys(edited).length > 0;
  useLeaveGuard(isChanged);
  const setPermissions = (some: Partial<Permissions>): void =>
    setEdited((before) => ({ ...before, permissions: { ...before.permissions, ...some } }));
  const discard = (): void => {
    setEdited({});
    change.reset();
  };
  const save = (): void =>
    change.mutate(edited, {
      onSuccess: () => {
        change.reset();
        setEdited((now) => changedOf(now, edited)); // somebody may have typed on meanwhile
        notify(words.common.saved);
      },
    });
  const text = (name: 'name' | 'description', label: string, maxLength: number) => (
    <TextInput
      label={label}
      value={edited[name] ?? role[name]}
      onChange={({ currentTarget: { value } }) => setEdited({ ...edited, [name]: value })}
      error={fieldError(change.error, name)}
      readOnly={!mayChange}
      maxLength={maxLength}
      w={name === 'name' ? 260 : 420}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save();
      }}
    >
      <Stack gap="md">
        <Panel>
          <Group align="flex-start" gap="md">
            {text('name', words.common.name, 100)}
            {text('description', words.common.description, 1000)}
          </Group>
        </Panel>
        <FlagMatrix permissions={permissions} mayChange={mayChange} onChange={setPermissions} />
        <OutletRights
          permissions={permissions}
          mayChange={mayChange}
          hasHidden={role.hasHiddenOutlets === true}
          onChange={setPermissions}
        />
        <ErrorNote error={change.error} />
        {mayChange && (
          <div className="panel role-save">
            <Group gap="xs">
              <Button type="submit" disabled={!isChanged} loading={change.isPending}>
                {words.common.save}
              </Button>
              <Button variant="default" disabled={!isChanged} onClick={discard}>
                {words.roles.discard}
              </Button>
              <Text size="sm" role="status">
                {isChanged ? words.roles.unsaved : ''}
              </Text>
            </Group>
          </div>
        )}
      </Stack>
    </form>
  );
}
