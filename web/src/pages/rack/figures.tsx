import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { LiveAge } from '../../components/live-state.js';
import { powerNow } from '../../components/power-now.js';
import type { NodesById } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { number } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useUnacknowledged } from '../../session/alarms.js';
import { useHeadroom } from './headroom.js';
import './figures.css';

/** The power of now, the headroom at the tightest place, and the alarms: what an operator reads first. */
export function Figures({ nodes }: { readonly nodes: NodesById }) {
  return (
    <div className="rack-figures">
      <Power />
      <Headroom nodes={nodes} />
      <Alarms />
    </div>
  );
}

function Power() {
  const text = useLiveSummary(powerText);
  return (
    <section className="rack-figure" aria-label={words.rack.power}>
      <span className="rack-figure-value live">
        {text} <small>kW</small>
      </span>
      <span className="rack-figure-text">
        {words.rack.powerNow} <LiveAge />
      </span>
    </section>
  );
}

function powerText(): string {
  const power = powerNow(live);
  return number(power === undefined ? undefined : power / 1000, 2);
}

function Headroom({ nodes }: { readonly nodes: NodesById }) {
  const room = useHeadroom(nodes);
  if (!room) return null;
  return (
    <section className="rack-figure" aria-label={words.rack.headroom}>
      <span className="rack-figure-value live" data-level={room.level}>
        {room.amps} <small>A</small>
      </span>
      <span className="rack-figure-text">{room.text}</span>
    </section>
  );
}

function Alarms() {
  const { count, isKnown, isUnread, worst } = useUnacknowledged();
  return (
    <section className="rack-figure" aria-label={words.overview.alarms}>
      <span
        className={worst?.isSilentHardware ? 'rack-figure-value' : 'rack-figure-value live'}
        data-level={worst?.tone ?? (isUnread ? 'warn' : 'ok')}
      >
        {isKnown ? count : number(undefined, 0)} <small>{words.rack.alarms(count)}</small>
      </span>
      <Anchor component={Link} to="/overview" className="rack-figure-text">
        {isUnread ? words.shell.alarmsUnread : words.rack.meters}
      </Anchor>
    </section>
  );
}
