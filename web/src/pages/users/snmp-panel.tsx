import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { useBefore, useMeanwhile } from '../../components/use-meanwhile.js';
import { SnmpSecurity, type SnmpFields } from './snmp-security.js';

/** The SNMPv3 access of an account. Passphrases are never shown; typing replaces them. */
export function SnmpPanel({ user }: { readonly user: Schema['UserView'] }) {
  const [edited, setEdited] = useState<Partial<SnmpFields>>({});
  const isChanged = Object.keys(edited).length > 0;
  const texts = words.snmpUser;
  const levels: Readonly<Record<string, string>> = texts.levels;
  const before = useBefore(user, isChanged);
  const meanwhile = useMeanwhile({
    snmpv3Access: texts.access,
    snmpv3User_id: texts.userId,
    snmpv3Security: [texts.security, (value: string) => levels[value]],
    snmpv3AuthProtocol: texts.authProtocol,
    snmpv3AuthPass: [texts.authPass, () => undefined],
    snmpv3PrivProtocol: texts.privProtocol,
    snmpv3PrivPass: [texts.privPass, () => undefined],
  });
  const change = useChange(async () => {
    const path = { userId: user.id };
    const changed = edited as Schema['UpdateUserDto'];
    const body = await meanwhile(changed, before(), () => api.get('/api/users/{userId}', { path }));
    if (Object.keys(body).length > 0) await api.put('/api/users/{userId}', { path, body });
  }, ['/api/user']);
  useLeaveGuard(isChanged);
  const saved: SnmpFields = { ...user, snmpv3AuthPass: '', snmpv3PrivPass: '' };
  const fields: SnmpFields = { ...saved, ...edited };
  const set = <Name extends keyof SnmpFields>(name: Name, value: SnmpFields[Name]): void => {
    const others = Object.entries(edited).filter(([key]) => key !== name);
    setEdited({ ...Object.fromEntries(others), ...(value !== saved[name] && { [name]: value }) });
  };
  return (
    <Panel title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, {
            onSuccess: () => {
              setEdited((now) => changedOf(now, edited)); // somebody may have typed on meanwhile
              notify(words.common.saved);
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          <Switch
            label={texts.access}
            checked={fields.snmpv3Access}
            onChange={({ currentTarget: { checked } }) => set('snmpv3Access', checked)}
            error={fieldError(change.error, 'snmpv3Access')}
          />
          <TextInput
            label={texts.userId}
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
            <Button type="submit" disabled={!isChanged} loading={change.isPending}>
              {words.common.save}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

/** The SNMPv3 access of an account for a role that may only view it. */
export function SnmpFacts({ user }: { readonly user: Schema['UserView'] }) {
  const texts = words.snmpUser;
  const levels: Readonly<Record<string, string>> = texts.levels;
  return (
    <Panel title={texts.title}>
      <Facts
        rows={[
          [texts.access, user.snmpv3Access ? words.common.on : words.common.off],
          [texts.userId, user.snmpv3User_id || words.common.none],
          [texts.security, levels[user.snmpv3Security]],
          [texts.authProtocol, user.snmpv3AuthProtocol],
          [texts.privProtocol, user.snmpv3PrivProtocol],
        ]}
      />
    </Panel>
  );
}
