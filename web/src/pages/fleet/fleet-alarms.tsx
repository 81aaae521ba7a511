import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { alarmCountOf, alarmsOf, type Counted } from './alarm-counts.js';
import { TONES } from './event-severity.js';

/**
 * The open alarms of the fleet in a line, each severity a link to its alarms.
 * @param pdus undefined while not all are known
 */
export function FleetAlarms({ pdus }: { readonly pdus: readonly Counted[] | undefined }) {
  const alarms = alarmsOf(pdus ?? []);
  return (
    <Group gap="md" mih={22} className="live" role="status" aria-label={words.fleet.openAlarms}>
      {pdus && alarms.length === 0 && (
        <StateLabel tone="ok" isLive>
          {words.fleet.noAlarms}
        </StateLabel>
      )}
      {alarms.map(({ severity, count }) => (
        <Anchor key={severity} component={Link} to={`/events?open=true&severity=${severity}`} size="sm" c="inherit">
          <StateLabel tone={TONES[severity]} isLive>
            {words.fleet.alarmsOf[severity](count)}
          </StateLabel>
        </Anchor>
      ))}
    </Group>
  );
}

/** The number of open alarms of a PDU, with the colour of the worst; nothing without one. */
export function PduAlarmCount({ pdu }: { readonly pdu: Counted }) {
  const [worst] = alarmsOf([pdu]);
  if (!worst) return null;
  return (
    <StateLabel tone={TONES[worst.severity]} isLive>
      {words.fleet.alarms(alarmCountOf(pdu))}
    </StateLabel>
  );
}
