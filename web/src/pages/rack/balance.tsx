import type { PowerNode } from '../../components/power-tree.js';
import { phaseBalance } from '../../components/phase-balance.js';
import { levelOf } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { amps, percent } from '../../language/format.js';
import { useLiveSummary } from '../../live/live.js';
import { partName } from './part-name.js';
import { readingOf } from './path-readings.js';
import type { Shade } from './shades.js';
import type { Plan } from './use-plan.js';
import './balance.css';

interface BalanceProps {
  readonly nodes: readonly PowerNode[];
  readonly plan: Plan;
  readonly shadeOf: (id: string) => Shade;
}

/** The currents of the three lines of each inlet as bars of one scale, and their balance. */
export function Balance({ nodes, plan, shadeOf }: BalanceProps) {
  const inlets = nodes.filter(({ kind }) => kind === 'inlet');
  return inlets.map((inlet) => {
    const lines = nodes.filter(({ kind, parents }) => kind === 'line' && parents.includes(inlet.id));
    if (lines.length < 2) return null;
    return <Lines key={inlet.id} inlet={inlet} lines={lines} nodes={nodes} plan={plan} shadeOf={shadeOf} />;
  });
}

type LinesProps = BalanceProps & { readonly inlet: PowerNode; readonly lines: readonly PowerNode[] };

function Lines({ inlet, lines, nodes, plan, shadeOf }: LinesProps) {
  const currentOf = (line: PowerNode): number | undefined =>
    plan.nodes ? plan.nodes.get(line.id)?.nowAmps : readingOf(line, nodes).amps;
  const text = useLiveSummary(() => percent(phaseBalance(lines.map(currentOf))));
  const several = nodes.filter(({ kind }) => kind === 'inlet').length > 1;
  return (
    <section className="balance" aria-label={words.rack.balance}>
      <h3>
        {several ? `${words.rack.balance} · ${partName(inlet)}` : words.rack.balance}{' '}
        <span className="live">{text}</span>
      </h3>
      {lines.map((line) => (
        <Line key={line.id} line={line} current={() => currentOf(line)} shade={shadeOf(line.id)} />
      ))}
    </section>
  );
}

interface LineProps {
  readonly line: PowerNode;
  readonly current: () => number | undefined;
  readonly shade: Shade;
}

function Line({ line, current, shade }: LineProps) {
  const text = useLiveSummary(() => {
    const now = current();
    const share = now === undefined || !line.ratedAmps ? 0 : Math.min(1, now / line.ratedAmps);
    return `${amps(now)}|${share.toFixed(2)}|${levelOf(now, line)}`;
  });
  const [value = '', share = '0', level] = text.split('|');
  const name = partName(line);
  return (
    <>
      <span>{name}</span>
      <span
        className="balance-bar live-picture"
        role="meter"
        aria-label={words.capacity.loadOf(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Number(share) * 100)}
        aria-valuetext={value}
        data-shade={shade}
        data-level={level}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
      <span className="live balance-value">{value}</span>
    </>
  );
}
