import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, type HubSchema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { useOnChange } from '../../components/use-on-change.js';
import { WhenRead } from '../../components/when-read.js';
import { words } from '../../language/words.js';
import { useLivePdu } from '../../live/fleet-live.js';
import { useSession } from '../../session/session.js';
import { CommandList } from './command-list.js';
import { FleetBanks } from './fleet-banks.js';
import { FleetInlets } from './fleet-inlets.js';
import { FleetOutlets } from './fleet-outlets.js';
import { FleetSensors } from './fleet-sensors.js';
import { PduAlarms, useOpenAlarms } from './pdu-alarms.js';
import { PduChart } from './pdu-chart.js';
import { PduPower } from './pdu-power.js';
import { PduState } from './pdu-state.js';
import { RenamePdu } from './rename-pdu.js';

type Pdu = HubSchema['PduView'];

/** One PDU of the fleet: what it is, its parts with their newest readings, and the commands sent to it. */
export default function PduPage() {
  const { pduId = '' } = useParams();
  // The stream has the rest, a moment later; without it the page has what was true when it was opened.
  const { data, error, refetch } = useApi('/api/fleet/pdus/{pduId}', { path: { pduId } });
  const read = useApi('/api/fleet/pdus/{pduId}/outlets', { path: { pduId } });
  const alarms = useOpenAlarms(pduId);
  const live = useLivePdu(pduId);
  const pdu = live?.pdu ?? data;
  const outlets = live?.outlets ?? read.data;
  useOnChange(live ? 'there' : 'gone', () => void (live ?? refetch()));
  if (!pdu) {
    return (
      <Page title={words.titles.fleetPdu}>
        {error ? <ErrorNote error={error} /> : <Loading />}
        {error && (
          <Anchor component={Link} to="/">
            {words.fleet.others}
          </Anchor>
        )}
      </Page>
    );
  }
  return (
    // All parts at once: those that come later would push the others away from under a finger.
    <WhenRead key={pduId} reads={[{ isLoading: !outlets && read.isLoading }, alarms]}>
      <Page title={pdu.name} actions={<Actions pdu={pdu} />}>
        {!live && <ErrorNote error={error} />}
        <Flooded pdu={pdu} />
        <KeyCopied pdu={pdu} />
        <TooOld pdu={pdu} />
        <PduFacts pdu={pdu} />
        {pdu.state !== 'pending' && (
          <>
            <PduAlarms pdu={pdu} changes={live && String(live.pdu.newestEvent)} />
            <PduChart pdu={pdu} readAt={live?.outlets.readAt} />
            <FleetInlets outlets={outlets} />
            <FleetBanks outlets={outlets} />
            <FleetOutlets pdu={pdu} outlets={outlets} error={outlets ? null : read.error} />
            <FleetSensors outlets={outlets} />
          </>
        )}
        <CommandList pdu={pdu} changes={live && `${live.commands} ${pdu.online}`} />
      </Page>
    </WhenRead>
  );
}

/** A PDU that the hub has shut out for a minute because it has sent too much. */
function Flooded({ pdu: { floodedAt } }: { readonly pdu: Pdu }) {
  const { times } = useSession();
  if (floodedAt === null) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"

      title={words.fleet.flooded(times.dateTime(floodedAt))}
    >
      {words.fleet.floodedText}
    </Alert>
  );
}

/** A PDU whose key two controllers have, so that nobody knows which one a command would reach. */
function KeyCopied({ pdu: { keyCopiedAt } }: { readonly pdu: Pdu }) {
  const { times } = useSession();
  if (keyCopiedAt === null) return null;
  return (
    <Alert color="red" variant="light" mb="md" title={words.fleet.keyCopied(times.dateTime(keyCopiedAt))}>
      {words.fleet.keyCopiedText}
    </Alert>
  );
}

/** A PDU that may not understand what this hub can do. */
function TooOld({ pdu: { release, releaseTooOld } }: { readonly pdu: Pdu }) {
  if (release === null || !releaseTooOld) return null;
  return (
    <Alert color="orange" variant="light" mb="md" title={words.fleet.tooOldTitle(release)}>
      {words.fleet.tooOldText}
    </Alert>
  );
}

function PduFacts({ pdu }: { readonly pdu: Pdu }) {
  const { times } = useSession();
  return (
    <Panel>
      <Facts
        hasTimes
        rows={[
          [words.common.state, <PduState pdu={pdu} />],
          [words.fleet.site, <bdi>{pdu.site}</bdi>],
          [words.fleet.model, <bdi>{pdu.model}</bdi>],
          [words.fleet.serial, <bdi>{pdu.serial}</bdi>],
          [words.fleet.release, <bdi>{pdu.release ?? '–'}</bdi>],
          [words.fleet.power, <PduPower pdu={pdu} />],
          [words.fleet.lastSeen, times.dateTime(pdu.lastSeen ?? undefined)],
          [words.fleet.enrolled, times.date(pdu.enrolledAt)],
        ]}
      />
    </Panel>
  );
}

/** The buttons of who manages the fleet. */
function Actions({ pdu }: { readonly pdu: Pdu }) {
  const { rights } = useSession();
  const confirm = useConfirm();
  const [isRenaming, setRenaming] = useState(false);
  const revoke = useChange(
    () => api.post('/api/fleet/pdus/{pduId}/revoke', { path: { pduId: pdu.id } }),
    ['/api/fleet/pdus'],
  );
  const remove = useChange(() => api.delete('/api/fleet/pdus/{pduId}', { path: { pduId: pdu.id } }), []);
  const navigate = useNavigate();
  if (!rights.can('modifyNetworkSettings')) return null;
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: words.fleet.revokeTitle(pdu.name),
      body: words.fleet.revokeText,
      confirm: words.fleet.revoke,
      danger: true,
    });
    if (!isSure) return;
    revoke.mutate(undefined, { onSuccess: () => notify(words.fleet.revoked(pdu.name)), onError: notifyFailure });
  };
  const askToDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: words.fleet.deletePduTitle(pdu.name),
      body: words.fleet.deletePduText,
      confirm: words.fleet.delete,
      danger: true,
    });
    if (!isSure) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        notify(words.fleet.deletedPdu(pdu.name));
        void navigate('/');
      },
      onError: notifyFailure,
    });
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setRenaming(true)}>
        {words.fleet.rename}
      </Button>
      {pdu.state !== 'revoked' && (
        <Button variant="default" onClick={() => void ask()}>
          {words.fleet.revoke}
        </Button>
      )}
      {pdu.state === 'revoked' && (
        <Button variant="default" onClick={() => void askToDelete()}>
          {words.fleet.delete}
        </Button>
      )}
      {isRenaming && <RenamePdu pdu={pdu} onClose={() => setRenaming(false)} />}
    </Group>
  );
}
