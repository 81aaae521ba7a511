import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote, fieldError } from '../../parts/error-note.js';
import { NotServed } from '../../parts/not-served.js';
import { Panel } from '../../parts/page.js';
import { say } from '../../parts/toasts.js';
import { useUnsaved } from '../../parts/unsaved.js';
import { SnmpSecurity, type SnmpFields } from './snmp-security.js';

/** What an account may do over SNMPv3. Passphrases are never shown: they are replaced by typing. */
export function SnmpPanel({ user }: { readonly user: Schema['UserView'] }) {
  const { rights } = useSession();
  const [edited, setEdited] = useState<Partial<SnmpFields>>({});
  const change = useChange(() => {
    const body = edited as Schema['UpdateUserDto'];
    return api.put('/api/users/{userId}', { path: { userId: user.id }, body });
  }, ['/api/user']);
  useUnsaved(Object.keys(edited).length > 0);
  const words = en.snmpUser;
  const kept: SnmpFields = { ...user, snmpv3AuthPass: '', snmpv3PrivPass: '' };
  const fields: SnmpFields = { ...kept, ...edited };
  const set = <Name extends keyof SnmpFields>(name: Name, value: SnmpFields[Name]): void => {
    const others = Object.entries(edited).filter(([key]) => key !== name);
    setEdited({ ...Object.fromEntries(others), ...(value !== kept[name] && { [name]: value }) });
  };
  return (
    <Panel title={words.title}>
      <NotServed area="snmpUsers" mayAsk={rights.readsSettings} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, {
            onSuccess: () => {
              setEdited({});
              say(en.common.saved);
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          <Switch
            label={words.access}
            checked={fields.snmpv3Access}
            onChange={({ currentTarget: { checked } }) => set('snmpv3Access', checked)}
            error={fieldError(change.error, 'snmpv3Access')}
          />
          <TextInput
            label={words.userId}
            value={fields.snmpv3User_id}
            onChange={({ currentTarget: { value } }) => set('snmpv3User_id', value)}
            error={fieldError(change.error, 'snmpv3User_id')}
            autoComplete="off"
            spellCheck={false}
          />
          <SnmpSecurity
            fields={fields}
            set={set}
            isSet={{ snmpv3AuthPass: user.snmpv3AuthPass !== '', snmpv3PrivPass: user.snmpv3PrivPass !== '' }}
            error={change.error}
          />
          <ErrorNote error={change.error} />
          <div>
            <Button type="submit" disabled={Object.keys(edited).length === 0} loading={change.isPending}>
              {en.common.save}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
