import { Button, FileInput, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { queryClient } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { ConfigurationPlan } from './configuration-plan.js';

type Document = Schema['ConfigDocument'];
type Plan = Schema['ConfigPlan'];

/** The document in a file. Throws a SyntaxError. */
function documentIn(text: string): Document {
  try {
    return JSON.parse(text) as Document;
  } catch {
    throw new SyntaxError(words.configuration.notJson);
  }
}

/** Imports a configuration document after a preview of its changes. */
export function ConfigurationLoad() {
  const confirm = useConfirm();
  const [document, setDocument] = useState<Document>();
  const [passphrase, setPassphrase] = useState('');
  const [plan, setPlan] = useState<Plan>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const texts = words.configuration;
  const sent = (): Document => ({ ...(document as Document), ...(passphrase && { passphrase }) });

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    await work().catch((failure: unknown) => setError(failure as Error));
    setBusy(false);
  };
  const take = (file: File | null): Promise<void> =>
    run(async () => {
      setPlan(undefined);
      setDocument(undefined);
      if (!file) return;
      const text = await file.text();
      const read = documentIn(text);
      setDocument(read);
      // A document with secrets needs its passphrase first.
      if (!read.secrets) setPlan(await api.post('/api/config/plan', { body: read }));
    });
  const show = (): Promise<void> => run(async () => setPlan(await api.post('/api/config/plan', { body: sent() })));
  const apply = async (): Promise<void> => {
    const body = texts.applyText(texts.changes(plan?.changes.length ?? 0));
    if (!(await confirm({ title: texts.applyTitle, body, confirm: texts.apply, danger: true }))) return;
    await run(async () => {
      setPlan(await api.post('/api/config/apply', { body: sent() }));
      await queryClient.invalidateQueries();
      notify(texts.applied);
    });
  };

  return (
    <Panel title={texts.load}>
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <FileInput
            label={texts.file}
            placeholder={texts.choose}
            accept=".json,application/json"
            onChange={(file) => void take(file)}
            clearable
            disabled={isBusy} // a plan that comes late is not shown for another file
            w={300}
            error={error instanceof SyntaxError ? error.message : undefined}
          />
          {document?.secrets && (
            <PasswordInput
              label={texts.passphrase}
              value={passphrase}
              onChange={({ currentTarget: { value } }) => setPassphrase(value)}
              error={fieldError(error, 'passphrase')}
              autoComplete="off"
              w={240}
            />
          )}
          <Button disabled={!document} loading={isBusy} onClick={() => void show()}>
            {texts.plan}
          </Button>
        </Group>
        {!(error instanceof SyntaxError) && <ErrorNote error={error} />}
        {plan && <ConfigurationPlan plan={plan} />}
        {plan && !plan.applied && plan.changes.length > 0 && (
          <Group>
            <Button color="red" loading={isBusy} onClick={() => void apply()}>
              {texts.apply}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
