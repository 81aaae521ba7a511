import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useApi } from '../../api/queries.js';
import { Panel } from '../../components/page.js';
import type { TimeRange } from '../../components/time-range/time-range.js';
import { energy } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { heatDays, SHADES, shadeOf } from './heat-map.js';
import { useHourly } from './use-hourly.js';

/** The most days of the map, so that it stays readable. */
const MOST_DAYS = 62;

/** The energy of the inlets by day and hour. */
export function HeatMapPanel({ range }: { readonly range: TimeRange }) {
  const { times } = useSession();
  const { data } = useApi('/api/history/objects');
  const inlets = (data?.objects ?? []).filter(
    ({ kind, measures }) => kind === 'inlet' && measures.some(({ measure }) => measure === 'energy'),
  );
  const histories = useHourly(inlets, range);
  const days = useMemo(() => heatDays(histories, times).slice(0, MOST_DAYS), [histories, times]);
  if (days.length === 0) return null;
  const all = days.flatMap(({ hours }) => hours.flatMap((value) => (value !== undefined && value > 0 ? [value] : [])));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return (
    <Panel title={words.energy.heatMap}>
      <table className="heat-map" aria-label={words.energy.heatMap}>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour % 6 === 0 ? <span>{hour}</span> : <span className="heat-hidden">{hour}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, at, hours }) => (
            <tr key={date}>
              <th scope="row">
                <DateWithYear date={times.date(at)} />
              </th>
              {hours.map((value, hour) => (
                <td
                  key={hour}
                  className={`heat-${shadeOf(value, low, high) ?? 'none'}`}
                  title={`${times.date(at)} ${String(hour).padStart(2, '0')}:00  ${energy(value)}`}
                >
                  <span className="heat-hidden">{energy(value)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" component="div" className="heat-key">
        {energy(low)}
        {Array.from({ length: SHADES }, (_, place) => (
          <i key={place} className={`heat-${place + 1}`} />
        ))}
        {energy(high)} {words.energy.anHour}
      </Text>
    </Panel>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A date whose year is hidden on a narrow screen, at the end where this language writes it. */
function DateWithYear({ date }: { readonly date: string }) {
  const [, before, rest = date, after] = /^(\d{4}-)?(.*?)(\d{4})?$/.exec(date) ?? [];
  const year = (text: string | undefined) => text !== undefined && <span className="heat-year">{text}</span>;
  return (
    <>
      {year(before)}
      {rest}
      {year(after)}
    </>
  );
}
