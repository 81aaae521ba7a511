import { Text } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NetworkPage } from './network-page.js';
import { ChoiceField, FlagField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { TestRun } from './test-run.js';
import { useSettingsForm } from './use-settings-form.js';

export default function SyslogPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  const form = useSettingsForm(mayChange);
  const texts = words.network.syslog;
  const isTls = (form.valueOf('enableRemoteTcpEncryptedLogging') ?? false) || form.valueOf('syslogProtocol') === 'tls';
  return (
    <NetworkPage title={words.titles.syslog} mayChange={mayChange} reads={[useApi('/api/system/syslog')]}>
      <StatePanel />
      <Panel title={texts.title}>
        <SettingsForm form={form}>
          <TextField form={form} name="syslogServerIp" />
          <ChoiceField form={form} name="syslogProtocol" labels={texts.protocols} />
          <FlagField form={form} name="enableRemoteTcpEncryptedLogging" />
          <TextField form={form} name="syslogCaCert" isPem disabled={!isTls} />
          <FlagField form={form} name="enableRemoteUserLogging" />
          <FlagField form={form} name="enableRemoteEventLogging" />
        </SettingsForm>
      </Panel>
      {mayChange && (
        <TestRun
          title={texts.test}
          text={texts.testText}
          button={texts.testSend}
          isUnsaved={form.isChanged}
          run={() => api.post('/api/system/syslog/test')}
          makesOld={['/api/system/syslog']}
        />
      )}
    </NetworkPage>
  );
}

/** The state of the connection, and the messages that wait. */
function StatePanel() {
  const { data: state, error } = useApi('/api/system/syslog', { every: 5_000 });
  return (
    <Panel title={words.network.syslog.state}>
      <ErrorNote error={error} />
      {state && <State state={state} />}
    </Panel>
  );
}

function State({ state }: { readonly state: Schema['SyslogStateView'] }) {
  const { times } = useSession();
  const { server, forwards, sent, waiting, dropped, lastSentAt, problem } = state;
  const texts = words.network.syslog;
  if (server === undefined) return <StateLabel tone="quiet">{texts.off}</StateLabel>;
  return (
    <div role="status">
      {problem !== undefined && <StateLabel tone="bad">{texts.failing(server)}</StateLabel>}
      {problem === undefined && !forwards && <StateLabel tone="warn">{texts.nothing}</StateLabel>}
      {problem === undefined && forwards && <StateLabel tone="ok">{texts.good(server)}</StateLabel>}
      {problem !== undefined && <Text size="sm">{problem}</Text>}
      <Text size="sm" c="dimmed" mt={4}>
        {texts.counts(sent, waiting)} {dropped > 0 && texts.dropped(dropped)}{' '}
        {lastSentAt !== undefined && texts.lastSent(times.dateTime(lastSentAt))}
      </Text>
    </div>
  );
}
