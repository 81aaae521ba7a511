import { Text } from '@mantine/core';
import { useCallback } from 'react';
import type uPlot from 'uplot';
import type { Schema } from '../../../api/client.js';
import { useApi } from '../../../api/queries.js';
import { Facts } from '../../../components/facts.js';
import { Panel } from '../../../components/page.js';
import { TimeChart } from '../../../components/time-chart.js';
import { quantity } from '../../../language/format.js';
import { words } from '../../../language/words.js';
import { useLiveSummary } from '../../../live/live.js';
import { useSession } from '../../../session/session.js';
import { BacktestPreview } from '../backtest-preview.js';
import type { EventCode } from '../event-texts.js';
import { comparisonOf, ratingOf, splitSubject, valueNow, type Measure } from './conditions.js';

interface LimitPanelProps {
  readonly row: EventCode;
  readonly subject: string;
  readonly params: readonly string[];
  /** All parameters have a value, so that the history can be asked. */
  readonly isComplete: boolean;
}

/** Beside the limit: the value now, the rating, the last seven days, and what the event would have done in them. */
export function LimitPanel({ row, subject, params, isComplete }: LimitPanelProps) {
  const [family, id] = splitSubject(subject);
  const comparison = comparisonOf(row.code);
  const unit = row.params[1]?.unit ?? '';
  const limit = params[1] === undefined || params[1] === '' ? undefined : Number(params[1]);
  const hasHistory =
    comparison !== undefined && comparison.measure !== 'energy' && comparison.measure !== 'phaseImbalance';
  return (
    <Panel title={words.ruleSheet.beside}>
      {hasHistory && id === 'any' && (
        <Text size="sm" c="dimmed">
          {words.ruleSheet.oneObject}
        </Text>
      )}
      {hasHistory && id !== 'any' && (
        <Past
          family={family}
          id={id}
          measure={comparison.measure}
          isAbove={comparison.direction === 'above'}
          unit={unit}
          limit={limit}
        />
      )}
      {row.available && isComplete ? (
        <BacktestPreview code={row.code} params={params} unit={unit} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.ruleSheet.backtestLater}
        </Text>
      )}
    </Panel>
  );
}

interface PastProps {
  readonly family: string;
  readonly id: string;
  readonly measure: Measure;
  readonly isAbove: boolean;
  readonly unit: string;
  readonly limit: number | undefined;
}

function Past({ family, id, measure, isAbove, unit, limit }: PastProps) {
  const { times } = useSession();
  const { data: history } = useApi('/api/history', { query: { object: id, measure, from: '-7d', points: 336 } });
  const now = useLiveSummary(() => valueNow(family, id, measure));
  const rating = measure === 'current' ? ratingOf(id) : undefined;
  const data = useCallback(() => columnsOf(history, isAbove, limit), [history, isAbove, limit]);
  const values = (isAbove ? history?.max : history?.min) ?? [];
  const furthest = values.reduce<number | undefined>(
    (found, value) => (found === undefined || (isAbove ? value > found : value < found) ? value : found),
    undefined,
  );
  const show = (value: number | undefined): string => quantity(value, DIGITS[measure] ?? 2, unit);
  return (
    <>
      <Facts
        rows={[
          [words.ruleSheet.now, show(now)],
          ...(rating === undefined ? [] : [[words.ruleSheet.rating, show(rating)] satisfies [string, string]]),
          [isAbove ? words.ruleSheet.peak : words.ruleSheet.lowest, show(furthest)],
        ]}
      />
      {history && history.t.length > 0 && (
        <TimeChart
          label={words.ruleSheet.chart(words.ruleSheet.measures[measure])}
          unit={unit}
          lines={[
            { label: isAbove ? words.ruleSheet.highest : words.ruleSheet.lowestOfStep, color: 1 },
            ...(limit === undefined ? [] : [{ label: words.ruleSheet.limit, color: 3, isLimit: true }]),
          ]}
          data={data}
          zone={times.zone}
          height={150}
          digits={DIGITS[measure] === 0 ? 0 : 1}
          range={(min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.15]}
          span={[history.from, history.to]}
        />
      )}
    </>
  );
}

/** The decimals of a measure; two where it is not listed. */
const DIGITS: Readonly<Partial<Record<Measure, number>>> = {
  voltage: 0,
  activePower: 0,
  apparentPower: 0,
  reactivePower: 0,
  temperature: 1,
  humidity: 0,
};

function columnsOf(
  history: Schema['HistoryView'] | undefined,
  isAbove: boolean,
  limit: number | undefined,
): uPlot.AlignedData {
  if (!history) return [[]];
  const { t, from, to, max, min } = history;
  const values = isAbove ? max : min;
  if (limit === undefined) return [t, values];
  // The limit is drawn from edge to edge, also where the history begins later.
  return [[from, ...t, to], [null, ...values, null], [from, ...t, to].map(() => limit)];
}
