import { Text } from '@mantine/core';
import { useAlarms } from '../../session/alarms.js';
import { useSession } from '../../session/session.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { Loading } from '../../components/loading.js';
import { LiveAge } from '../../components/live-state.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { conditionNow, reasonNow } from '../outlets/outlet-state.js';
import './alarms-panel.css';
import { AlarmLine } from './alarm-line.js';
import { watchedPart } from './watched.js';

/** At most this many outlets that are off are named. */
const NAMED = 5;

/**
 * The outlets that are off with the reasons, as far as the role may see them; for roles that see only a part of the
 * PDU.
 */
function OffOutlets() {
  const lines = useLiveSummary(() => {
    const off = live.all('outlets').filter(({ id }) => conditionNow(id) === 'off');
    const named = off.slice(0, NAMED).map((outlet) => words.overview.isOff(outletTitle(outlet), reasonNow(outlet.id)));
    return JSON.stringify(off.length > NAMED ? [...named, words.overview.moreOff(off.length - NAMED)] : named);
  });
  return (JSON.parse(lines) as string[]).map((line, place) => (
    <Text key={place} size="sm" className="live">
      {line}
    </Text>
  ));
}

/** The active alarms in full, the worst first, and the parts of the PDU that they are about. */
export function AlarmsPanel() {
  const { rights, times } = useSession();
  const { alarms, isKnown, isUnread, asOf } = useAlarms();
  const outlets = useLiveIds('outlets')?.length ?? 0;
  const part = watchedPart(rights, { outlets });
  return (
    <Panel title={words.overview.alarms} actions={<LiveAge />}>
      <div role="status" className="alarm-lines">
        {isUnread && (
          <Text size="sm">
            <StateLabel tone="warn">{`${words.shell.alarmsUnread}.`}</StateLabel> {words.overview.alarmsAgain}
            {asOf !== undefined && alarms.length > 0 && ` ${words.overview.alarmsListAsOf(times.time(asOf))}`}
          </Text>
        )}
        {!isKnown && alarms.length === 0 ? (
          !isUnread && <Loading />
        ) : alarms.length === 0 ? (
          <Text size="sm">
            <StateLabel tone={part === undefined ? 'ok' : 'quiet'} isLive>
              {part === undefined ? words.overview.noAlarms : words.overview.noneVisible}
            </StateLabel>{' '}
            {part ?? words.overview.noAlarmsPart}
          </Text>
        ) : (
          <ul className="alarm-list" data-as-of={asOf}>
            {alarms.map((alarm) => (
              <AlarmLine key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        )}
      </div>
      {part !== undefined && <OffOutlets />}
    </Panel>
  );
}
