import { LiveBanner, useIsOld } from '../../components/live-state.js';
import { Loading } from '../../components/loading.js';
import { useAsPageTitle } from '../../components/page-title.js';
import { usePowerTree } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { deviceNow } from '../../live/device-now.js';
import { useLiveIds, useLiveStatus, useLiveSummary } from '../../live/live.js';
import { useAlarms, useUnacknowledged } from '../../session/alarms.js';
import { useSession } from '../../session/session.js';
import { useTabTitle } from '../../session/tab-title.js';
import { useOutletRows } from '../outlets/outlet-rows.js';
import { useWallReload } from './use-wall-reload.js';
import { useWakeLock } from './use-wake-lock.js';
import { WallAlarms } from './wall-alarms.js';
import { WallFigures } from './wall-figures.js';
import { WallFrame } from './wall-frame.js';
import { isDimmed, type WallOptions } from './wall-options.js';
import { WallRack } from './wall-rack.js';

interface WallScreenProps {
  readonly options: WallOptions;
  /** The token or the session has ended: nothing new comes. */
  readonly hasEnded: boolean;
}

/** The figures, the alarms and the picture of the PDU on a wall. */
export function WallScreen({ options, hasEnded }: WallScreenProps) {
  const { deviceName, location, times } = useSession();
  const { alarms, asOf } = useAlarms();
  const open = useUnacknowledged();
  const { nodes, byId } = usePowerTree();
  const rows = useOutletRows();
  const hasBanks = (useLiveIds('banks')?.length ?? 0) > 0;
  const { age } = useLiveStatus();
  const isOld = useIsOld();
  const isNight = useLiveSummary(() => {
    const hour = Number(times.time(deviceNow() + age).slice(0, 2));
    return options.night !== undefined && isDimmed(hour, options.night);
  });
  useAsPageTitle(words.titles.wall);
  useTabTitle();
  useWakeLock();
  useWallReload();
  const worst = isOld && !open.worst?.isSilentHardware ? undefined : open.worst?.tone;
  const isCalm = open.isKnown && worst === undefined && !isOld && !hasEnded;
  return (
    // An alarm is bright at night as well, and so is a screen that does not know of any.
    <WallFrame options={options} isDim={isNight && isCalm} tone={worst}>
      <header className="wall-head">
        <h1>
          <bdi>{deviceName}</bdi>
        </h1>
        {location !== '' && <bdi className="wall-place">{location}</bdi>}
        {hasEnded ? (
          <div className="live-banner" role="alert">
            <b>{words.wall.ended}</b> {age > 0 && <span>{words.live.lostSince(duration(age))}</span>}
          </div>
        ) : (
          <LiveBanner />
        )}
        <Clock />
      </header>
      {rows || hasBanks ? (
        <>
          <WallFigures
            nodes={byId}
            alarms={open.isKnown ? open.count : undefined}
            isUnread={open.isUnread}
            worst={open.worst}
          />
          <WallAlarms alarms={alarms} asOf={asOf} />
          <WallRack rows={rows ?? []} nodes={nodes} byId={byId} alarms={alarms} asOf={asOf} />
        </>
      ) : (
        <div className="wall-notice">
          <Loading />
        </div>
      )}
    </WallFrame>
  );
}

/** The time of what is shown, by the clock of the PDU. */
function Clock() {
  const { times } = useSession();
  const time = useLiveSummary(() => times.dateTime(deviceNow()));
  return (
    <time className="wall-clock live" aria-label={words.wall.clock}>
      {time}
    </time>
  );
}
