import type { Alarm } from '../../components/alarms.js';
import { LiveAge } from '../../components/live-state.js';
import type { NodesById } from '../../components/power-tree.js';
import { powerNow } from '../../components/power-now.js';
import { number } from '../../language/format.js';
import { words } from '../../language/words.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useHeadroom } from '../rack/headroom.js';

interface WallFiguresProps {
  readonly nodes: NodesById;
  /** Number of those that nobody has acknowledged; undefined until it is known. */
  readonly alarms: number | undefined;
  readonly isUnread: boolean;
  /** The worst of these. */
  readonly worst: Alarm | undefined;
}

/** The three numbers that are read from the other end of the room: power, headroom, alarms. */
export function WallFigures({ nodes, alarms, isUnread, worst }: WallFiguresProps) {
  return (
    <div className="wall-figures">
      <Power />
      <Headroom nodes={nodes} />
      <section className="wall-figure" aria-label={words.overview.alarms}>
        <span
          className={worst?.isSilentHardware ? 'wall-figure-value' : 'wall-figure-value live'}
          data-level={worst?.tone ?? (isUnread ? 'warn' : 'ok')}
        >
          {alarms ?? number(undefined, 0)}
        </span>
        <span className="wall-figure-text">{isUnread ? words.shell.alarmsUnread : words.rack.alarms(alarms ?? 0)}</span>
      </section>
    </div>
  );
}

function Power() {
  const text = useLiveSummary(() => {
    const power = powerNow(live);
    return number(power === undefined ? undefined : power / 1000, 2);
  });
  return (
    <section className="wall-figure" aria-label={words.rack.power}>
      <span className="wall-figure-value live">
        {text} <small>kW</small>
      </span>
      <span className="wall-figure-text">
        {words.rack.powerNow} <LiveAge />
      </span>
    </section>
  );
}

function Headroom({ nodes }: { readonly nodes: NodesById }) {
  const room = useHeadroom(nodes);
  if (!room) return null;
  return (
    <section className="wall-figure" aria-label={words.rack.headroom}>
      <span className="wall-figure-value live" data-level={room.level}>
        {room.amps} <small>A</small>
      </span>
      <span className="wall-figure-text">{room.text}</span>
    </section>
  );
}
