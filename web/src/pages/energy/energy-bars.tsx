import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { energy, percent, quantity } from '../../language/format.js';
import { words } from '../../language/words.js';

type Report = Schema['EnergyReportView'];

interface EnergyBarsProps {
  readonly report: Report;
  /** The report of the period before. */
  readonly before: Report | undefined;
}

/** One bar a row, the largest first, with that of the period before below it. */
export function EnergyBars({ report, before }: EnergyBarsProps) {
  const old = new Map(before?.total.rows.filter(isMeasured).map(({ id, kWh }) => [id, kWh]));
  const rows = [...report.total.rows].sort((one, other) => (other.kWh ?? 0) - (one.kWh ?? 0));
  const highest = Math.max(...rows.flatMap(({ id, kWh }) => [kWh ?? 0, old.get(id) ?? 0]), 0) || 1;
  const width = (kWh: number | undefined) => ({ width: `${((kWh ?? 0) / highest) * 100}%` });
  return (
    <ul className="energy-bars" aria-label={words.energy.bars}>
      {rows.map(({ id, name, kWh, cost, coverage }) => (
        <li key={id}>
          <span className="breakable">
            {report.by === 'outlet' ? (
              <Anchor component={Link} to={`/outlets/${id}`}>
                {name}
              </Anchor>
            ) : (
              name
            )}
          </span>
          <span className="energy-bar" aria-hidden="true">
            <i style={width(kWh)} />
            {old.has(id) && <i className="energy-bar-before" style={width(old.get(id))} />}
          </span>
          <span className="energy-numbers">
            <b>{energy(kWh)}</b>{' '}
            {report.currency !== undefined && cost !== undefined && quantity(cost, 2, report.currency)}{' '}
            {isMeasured({ coverage }) && changeText(kWh, old.get(id))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The share of a period that must be measured for its energy to be compared with that of another. */
const COMPARABLE = 0.95;

/** True for energy that is that of the whole period, apart from short gaps. */
export const isMeasured = ({ coverage }: Pick<Schema['EnergySumView'], 'coverage'>): boolean => coverage >= COMPARABLE;

/** "+4.0 %" against the period before; empty where nothing is known of it. */
export function changeText(now: number | undefined, before: number | undefined): string {
  if (now === undefined || before === undefined || before <= 0) return '';
  const change = (now / before - 1) * 100;
  return `${change >= 0 ? '+' : ''}${percent(change, 1)}`;
}
