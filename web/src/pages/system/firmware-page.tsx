import { List, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { duration } from '../../language/format.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Facts } from '../../parts/facts.js';
import { Page, Panel } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { Word, type Tone } from '../../parts/word.js';
import { FirmwareUpload } from './firmware-upload.js';

type Firmware = Schema['FirmwareView'];

const EVERY = 5_000;
const TONES: Record<NonNullable<Firmware['last']>['result'], Tone> = {
  trying: 'warn',
  confirmed: 'ok',
  rolledBack: 'bad',
};

/** Which version runs, where versions stand, how the last update ended, and the next one. */
export default function FirmwarePage() {
  const { rights } = useSession();
  const { data: firmware, error } = useApi('/api/system/firmware', { every: EVERY });
  return (
    <Page title={en.titles.firmware}>
      {!firmware && !error && <Waiting />}
      {!firmware && <ErrorNote error={error} />}
      {firmware && <Standing firmware={firmware} />}
      {firmware && rights.can('modifyFirmwareVersion') && <FirmwareUpload firmware={firmware} />}
    </Page>
  );
}

function Standing({ firmware: { version, trial, trialSeconds, places, last, keys } }: { readonly firmware: Firmware }) {
  const { times } = useSession();
  const words = en.firmware;
  return (
    <Panel title={words.running}>
      {trial && <Text mb="xs">{words.trial(duration(trialSeconds))}</Text>}
      <Facts
        rows={[
          [words.version, version],
          ...places.map(
            ({ place, version: there, running }) =>
              [
                words.places[place],
                <>
                  {there ?? words.emptyPlace} {running && <Word tone="ok">{words.running}</Word>}
                </>,
              ] as const,
          ),
          ...(last
            ? [
                [
                  words.last,
                  <>
                    <Word tone={TONES[last.result]}>{words.results[last.result]}</Word>{' '}
                    {words.lastText(last.version, last.from)}, {times.dateTime(last.at)} {last.reason}
                  </>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Text mt="sm" size="sm" c="dimmed">
        {keys.length === 0 ? words.noKeys : words.keys}
      </Text>
      <List size="sm" c="dimmed">
        {keys.map((key) => (
          <List.Item key={key}>{key}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
