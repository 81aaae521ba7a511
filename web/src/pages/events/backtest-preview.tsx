import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type ApiFailure, type Schema } from '../../api/client.js';
import { objectName } from '../../components/object-name.js';
import { words } from '../../language/words.js';
import { duration, quantity } from '../../language/format.js';
import { useSession } from '../../session/session.js';

type Occurrence = Schema['BacktestOccurrenceView'];

const DAY = 86_400_000;
/** Newest occurrences that are listed. */
const SHOWN = 5;
/** The time without a keystroke after which the controller is asked, ms. */
const PAUSE = 500;
/** The interval at which the same question is asked again, as the history goes on, ms. */
const EVERY = 15_000;

interface Answer {
  readonly occurrences: readonly Occurrence[];
  /** The days that were asked for, which may be others by now. */
  readonly days: number;
}

interface BacktestPreviewProps {
  readonly code: number;
  readonly params: readonly string[];
  /** The unit of the limit; empty where it has none. */
  readonly unit: string;
}

/** Shows how often an event with these parameters would have triggered in the last days. */
export function BacktestPreview({ code, params, unit }: BacktestPreviewProps) {
  const [days, setDays] = useState('7');
  const now = JSON.stringify({ code, params, days: Number(days) });
  const [question] = useDebouncedValue(now, PAUSE);
  const asked = JSON.parse(question) as { code: number; params: string[]; days: number };
  const { data, error, isPlaceholderData } = useQuery<Answer, ApiFailure>({
    queryKey: ['backtest', question],
    queryFn: async ({ signal }) => {
      const to = Date.now();
      const range = { from: new Date(to - asked.days * DAY).toISOString(), to: new Date(to).toISOString() };
      const body = { code: asked.code, params: asked.params, ...range };
      return { occurrences: await api.post('/api/events/backtest', { body, signal }), days: asked.days };
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
    refetchOnWindowFocus: false,
  });
  const isOld = isPlaceholderData || now !== question;
  return (
    <Stack gap="xs" role="region" aria-label={words.events.backtest.title} aria-busy={isOld}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {words.events.backtest.title}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.events.backtest.range}
          data={['1', '7', '30'].map((value) => ({ value, label: words.events.backtest.days(Number(value)) }))}
          value={days}
          onChange={setDays}
        />
      </Group>
      <div aria-live="polite" className="backtest-answer">
        {error ? (
          <Text size="sm" c="dimmed">
            {error.message}
          </Text>
        ) : (
          data && <Result {...data} unit={unit} />
        )}
      </div>
    </Stack>
  );
}

interface ResultProps extends Answer {
  readonly unit: string;
}

function Result({ occurrences, days, unit }: ResultProps) {
  const { times } = useSession();
  const possible = occurrences.filter(({ certainty }) => certainty === 'possible').length;
  return (
    <>
      <Text size="sm">{words.events.backtest.result(occurrences.length - possible, possible, days)}</Text>
      {occurrences
        .slice(-SHOWN)
        .toReversed()
        .map((each) => (
          <Text key={`${each.from} ${each.objectId}`} size="xs" c="dimmed">
            {[
              times.dateTime(each.from),
              ...(each.value === undefined
                ? []
                : [
                    objectName(each.objectId) ?? each.object,
                    quantity(each.value, 2, unit),
                    duration((Date.parse(each.to) - Date.parse(each.from)) / 1000),
                  ]),
              ...(each.certainty === 'possible' ? [words.events.backtest.possible] : []),
            ].join(' · ')}
          </Text>
        ))}
    </>
  );
}
