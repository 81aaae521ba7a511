import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { inletName } from '../../components/inlet-name.js';
import { LiveAge } from '../../components/live-state.js';
import type { NodesById } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { number } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useAlarms } from '../../session/alarms.js';
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

/** The power at the inlets; that of the banks or the outlets for a role that may not view the inlets. */
function powerText(): string {
  const sums = [
    live.all('inlets').map(({ inletActivePower }) => inletActivePower),
    live.all('banks').map(({ activePower }) => activePower),
    live.all('outlets').map(({ watts }) => watts),
  ].map((powers) => powers.filter((power) => power !== undefined));
  const measured = sums.find((powers) => powers.length > 0);
  return number(measured && measured.reduce((sum, power) => sum + power, 0) / 1000, 2);
}

/** The circuits with a rating, each with its present current. */
function circuits(): { id: string; name: string; amps: number | undefined }[] {
  return [
    ...live.all('banks').map(({ id, bankName, currentRms }) => ({ id, name: bankName, amps: currentRms })),
    ...live.all('inlets').flatMap(({ id, inletCurrentRms, inletLines }) => {
      const name = inletName(live, id);
      return (
        inletLines?.map((line) => ({ id: line.id, name: `${name} ${line.line}`, amps: line.currentRms })) ?? [
          { id, name, amps: inletCurrentRms },
        ]
      );
    }),
  ];
}

function Headroom({ nodes }: { readonly nodes: NodesById }) {
  const text = useLiveSummary(() => {
    const left = circuits().flatMap(({ id, name, amps }) => {
      const usable = nodes.get(id)?.usableAmps;
      return amps === undefined || usable === undefined ? [] : [{ name, usable, left: usable - amps }];
    });
    const tightest = left.toSorted((a, b) => a.left - b.left)[0];
    if (!tightest) return '';
    const level = tightest.left < 0 ? 'bad' : tightest.left < tightest.usable * 0.1 ? 'warn' : 'ok';
    return `${level}|${number(Math.abs(tightest.left), 1)}|${tightest.name}`;
  });
  if (text === '') return null;
  const [level, amps = '', ...name] = text.split('|');
  return (
    <section className="rack-figure" aria-label={words.rack.headroom}>
      <span className="rack-figure-value live" data-level={level}>
        {amps} <small>A</small>
      </span>
      <span className="rack-figure-text">
        {(level === 'bad' ? words.rack.overOn : words.rack.leftOn)(name.join('|'))}
      </span>
    </section>
  );
}

function Alarms() {
  const alarms = useAlarms();
  return (
    <section className="rack-figure" aria-label={words.overview.alarms}>
      <span className="rack-figure-value live" data-level={alarms[0]?.tone ?? 'ok'}>
        {alarms.length} <small>{words.rack.alarms(alarms.length)}</small>
      </span>
      <Anchor component={Link} to="/overview" className="rack-figure-text">
        {words.rack.meters}
      </Anchor>
    </section>
  );
}
