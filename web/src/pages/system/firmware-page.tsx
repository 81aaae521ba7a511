import { List, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { ErrorNote } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Page, Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { FirmwareUpload } from './firmware-upload.js';

type Firmware = Schema['FirmwareView'];

const EVERY = 5_000;
const TONES: Record<NonNullable<Firmware['last']>['result'], Tone> = {
  trying: 'warn',
  confirmed: 'ok',
  rolledBack: 'bad',
};

/** The running and the installed versions, the result of the last update, and the upload of the next one. */
export default function FirmwarePage() {
  const { rights } = useSession();
  const { data: firmware, error } = useApi('/api/system/firmware', { every: EVERY });
  return (
    <Page title={words.titles.firmware}>
      {!firmware && !error && <Loading />}
      {!firmware && <ErrorNote error={error} />}
      {firmware && <InstalledVersions firmware={firmware} />}
      {firmware && rights.can('modifyFirmwareVersion') && <FirmwareUpload firmware={firmware} />}
    </Page>
  );
}

function InstalledVersions({
  firmware: { version, trial, trialSeconds, places, last, keys },
}: {
  readonly firmware: Firmware;
}) {
  const { times } = useSession();
  const texts = words.firmware;
  return (
    <Panel title={texts.running}>
      {trial && <Text mb="xs">{texts.trialPeriod(duration(trialSeconds))}</Text>}
      <Facts
        rows={[
          [texts.version, version],
          ...places.map(
            ({ place, version: there, running }) =>
              [
                texts.places[place],
                <>
                  {there ?? texts.emptyPlace} {running && <StateLabel tone="ok">{texts.running}</StateLabel>}
                </>,
              ] as const,
          ),
          ...(last
            ? [
                [
                  texts.last,
                  <>
                    <StateLabel tone={TONES[last.result]}>{texts.results[last.result]}</StateLabel>{' '}
                    {texts.lastText(last.version, last.from)}, {times.dateTime(last.at)} {last.reason}
                  </>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Text mt="sm" size="sm" c="dimmed">
        {keys.length === 0 ? texts.noKeys : texts.keys}
      </Text>
      <List size="sm" c="dimmed">
        {keys.map((key) => (
          <List.Item key={key}>{key}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
