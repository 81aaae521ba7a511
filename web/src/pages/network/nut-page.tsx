import { Button, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NetworkPage } from './network-page.js';
import { ProtocolState } from './protocol-state.js';
import { FlagField, NumberField, RoleField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

export default function NutPage() {
  const { rights } = useSession();
  return (
    <NetworkPage
      title={words.titles.nut}
      mayChange={rights.can('modifyNetworkSettings')}
      reads={[useApi('/api/system/protocols'), useApi('/api/nut/fsd')]}
    >
      <ProtocolState name="nut">{words.protocols.help.nut}</ProtocolState>
      <ForcedShutdownPanel />
      <SettingsPanel />
    </NetworkPage>
  );
}

/** Shown while FSD is set, with the button that clears it for those who may. */
function ForcedShutdownPanel() {
  const { rights } = useSession();
  const texts = words.protocols;
  const { data: fsd } = useApi('/api/nut/fsd', { every: 5_000 });
  const clear = useChange(() => api.delete('/api/nut/fsd'), ['/api/nut/fsd', '/api/system']);
  if (!fsd?.isSet) return null;
  return (
    <Panel title={texts.fsd}>
      <Text size="sm" mb="sm">
        {texts.fsdText}
      </Text>
      {rights.isAdministrator && (
        <Button
          loading={clear.isPending}
          onClick={() => clear.mutate(undefined, { onSuccess: () => notify(texts.fsdCleared), onError: notifyFailure })}
        >
          {texts.clearFsd}
        </Button>
      )}
    </Panel>
  );
}

function SettingsPanel() {
  const { rights } = useSession();
  const form = useSettingsForm(rights.can('modifyNetworkSettings'));
  const readsAnonymously = form.valueOf('nutAnonymousRead') === true;
  return (
    <Panel title={words.protocols.settings}>
      <SettingsForm form={form}>
        <FlagField form={form} name="nutEnabled" />
        <NumberField form={form} name="nutPort" min={1} max={65535} />
        <TextField form={form} name="nutName" />
        <FlagField form={form} name="nutAnonymousRead" />
        <RoleField
          form={form}
          name="nutAnonymousRoleId"
          none={words.protocols.everything}
          disabled={!readsAnonymously}
        />
        <TextField form={form} name="nutAllowedNetworks" />
        <FlagField form={form} name="nutRequireTls" />
        <FlagField form={form} name="nutFsdAllowed" />
      </SettingsForm>
    </Panel>
  );
}
