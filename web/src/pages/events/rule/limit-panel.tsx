import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useApi } from '../../../api/queries.js';
import { Facts } from '../../../components/facts.js';
import { Panel } from '../../../components/page.js';
import { presetRange } from '../../../components/time-range/time-range.js';
import { WhenRead } from '../../../components/when-read.js';
import { quantity } from '../../../language/format.js';
import { words } from '../../../language/words.js';
import { useLiveSummary } from '../../../live/live.js';
import { inThisLanguage } from '../../history/history-choice.js';
import { HistoryChart } from '../../history/history-chart.js';
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
  const typed = params[1] === undefined || params[1] === '' ? NaN : Number(params[1]);
  const limit = Number.isFinite(typed) ? typed : undefined;
  const measure = measureOf(comparison);
  const isRead = measure !== undefined && id !== 'any';
  const past = useApi('/api/history', { query: pastOf(id, measure ?? 'current'), enabled: isRead });
  const objects = useApi('/api/history/objects', { enabled: isRead });
  return (
    <Panel title={words.ruleSheet.beside}>
      {measure && id === 'any' && (
        <Text size="sm" c="dimmed">
          {words.ruleSheet.oneObject}
        </Text>
      )}
      {comparison && measure && id !== 'any' && (
        <Past
          family={family}
          id={id}
          measure={measure}
          isAbove={comparison.direction === 'above'}
          unit={unit}
          limit={limit}
        />
      )}
      <WhenRead reads={[past, objects]}>
        {row.available && isComplete ? (
          <BacktestPreview code={row.code} params={params} unit={unit} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.ruleSheet.backtestLater}
          </Text>
        )}
      </WhenRead>
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

const WEEK = presetRange('7d');
/** The measure that the history has as it is compared: not energy, which is an amount, and not the balance of phases. */
const measureOf = (comparison: ReturnType<typeof comparisonOf>): Measure | undefined =>
  comparison && comparison.measure !== 'energy' && comparison.measure !== 'phaseImbalance'
    ? comparison.measure
    : undefined;

const pastOf = (object: string, measure: Measure) => ({ object, measure, from: WEEK.from });

function Past({ family, id, measure, isAbove, unit, limit }: PastProps) {
  const [range, setRange] = useState(WEEK);
  const { data: known } = useApi('/api/history/objects');
  const object = useMemo(() => inThisLanguage(known?.objects ?? []).find((each) => each.id === id), [known, id]);
  const measured = object?.measures.find((each) => each.measure === measure);
  const { data: history } = useApi('/api/history', { query: pastOf(id, measure) });
  const now = useLiveSummary(() => valueNow(family, id, measure));
  const rating = measure === 'current' ? ratingOf(id) : undefined;
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
      {object && measured && history && history.t.length > 0 && (
        <>
          <HistoryChart
            objects={[object]}
            measure={measured}
            range={range}
            onZoom={setRange}
            height={150}
            limit={limit}
          />
          {range !== WEEK && (
            <Button variant="default" onClick={() => setRange(WEEK)}>
              {words.ruleSheet.wholeWeek}
            </Button>
          )}
        </>
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
