import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { settingId } from './setting-places.js';

/** The result of a test, in the server's words. */
export interface TestResult {
  readonly ok: boolean;
  readonly detail?: string;
  readonly error?: string;
}

interface TestRunProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** True while the form beside it has changes, which the test would not use. */
  readonly isUnsaved: boolean;
  readonly run: (to: string) => Promise<TestResult>;
  /** The field for the receiver; absent if the settings name it. */
  readonly to?: { readonly label: string; readonly type?: 'email'; readonly help?: string };
  readonly makesOld?: readonly string[];
}

/** A panel that sends one message with the saved settings and shows what became of it. */
export function TestRun({ title, ...form }: TestRunProps) {
  return (
    <Panel title={title}>
      <TestRunForm {...form} />
    </Panel>
  );
}

export function TestRunForm({ text, button, isUnsaved, run, to, makesOld = [] }: Omit<TestRunProps, 'title'>) {
  const [receiver, setReceiver] = useState('');
  const test = useChange(run, makesOld);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate(receiver.trim());
      }}
    >
      <Stack gap="sm" maw={560}>
        <Text size="sm" c="dimmed">
          {isUnsaved ? words.network.testUnsaved : text}
        </Text>
        <Group align="flex-end" gap="xs">
          {to && (
            <TextInput
              id={settingId('test')}
              label={to.label}
              description={to.help}
              type={to.type ?? 'text'}
              autoComplete={to.type ?? 'off'}
              value={receiver}
              onChange={({ currentTarget: { value } }) => setReceiver(value)}
              w={300}
            />
          )}
          <Button
            type="submit"
            disabled={isUnsaved || (to && receiver.trim() === '')}
            loading={test.isPending}
            {...(!to && { id: settingId('test') })}
          >
            {button}
          </Button>
        </Group>
        {test.data && <Result result={test.data} />}
        <ErrorNote error={test.error} />
      </Stack>
    </form>
  );
}

function Result({ result: { ok, detail, error } }: { readonly result: TestResult }): ReactNode {
  return (
    <Alert
      role={ok ? 'status' : 'alert'}
      color={ok ? 'green' : 'red'}
      variant="light"
      title={ok ? words.network.testSent : words.network.testFailed}
    >
      {error ?? detail}
    </Alert>
  );
}
