import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { LiveAge } from '../../parts/live-state.js';
import { Panel } from '../../parts/page.js';
import { Word } from '../../parts/word.js';
import { conditionNow, reasonNow } from '../outlets/outlet-state.js';
import { alarmsOf, type Alarm } from './alarms.js';
import { watchedPart } from './watched.js';

/** So many outlets that are off are named. */
const NAMED = 5;

/** Who sees only a part of the PDU has no other page that says why an outlet is off: the reasons, as far as he may know. */
function OffOutlets() {
  const lines = useLiveSummary(() => {
    const off = live.all('outlets').filter(({ id }) => conditionNow(id) === 'off');
    const named = off.slice(0, NAMED).map(({ id, outletName }) => en.overview.isOff(outletName, reasonNow(id)));
    return JSON.stringify(off.length > NAMED ? [...named, en.overview.moreOff(off.length - NAMED)] : named);
  });
  return (JSON.parse(lines) as string[]).map((line, place) => (
    <Text key={place} size="sm" className="live">
      {line}
    </Text>
  ));
}

/** What is wrong now: measured, and told by the events that have triggered. */
export function AlarmsPanel() {
  const { rights } = useSession();
  const measured = JSON.parse(useLiveSummary(() => JSON.stringify(alarmsOf(live)))) as Alarm[];
  const { data: events = [] } = useApi('/api/events', { every: 2_000, enabled: rights.can('viewEventActions') });
  const triggered = events
    .filter((event) => event.triggered)
    .map(({ id, name }): Alarm => ({ tone: 'warn', text: en.overview.eventTriggered(name), path: `/events/${id}` }));
  const alarms = [...measured, ...triggered];
  const outlets = useLiveIds('outlets')?.length ?? 0;
  const part = watchedPart(rights, { outlets });
  return (
    <Panel title={en.overview.alarms} actions={<LiveAge />}>
      <div role="status">
        {alarms.length === 0 ? (
          <Text size="sm">
            <Word tone={part === undefined ? 'ok' : 'quiet'} isLive>
              {part === undefined ? en.overview.noAlarms : en.overview.noneSeen}
            </Word>{' '}
            {part ?? en.overview.noAlarmsPart}
          </Text>
        ) : (
          alarms.map(({ tone, text, path }) => (
            <div key={text}>
              {path === '/' ? (
                <Word tone={tone} isLive>
                  {text}
                </Word>
              ) : (
                <Anchor component={Link} to={path} size="sm">
                  <Word tone={tone} isLive>
                    {text}
                  </Word>
                </Anchor>
              )}
            </div>
          ))
        )}
      </div>
      {part !== undefined && <OffOutlets />}
    </Panel>
  );
}
