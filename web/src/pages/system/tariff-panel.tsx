import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Answer } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { weekDays } from '../../language/format.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { settingId } from '../network/setting-places.js';
import '../network/settings-form.css';
import { useFoundSetting } from '../network/use-found-setting.js';

type Tariff = NonNullable<Answer<'get', '/api/conf'>['tariff']>;
type Rate = NonNullable<Tariff['rates']>[number];

const texts = words.tariff;
const NEW_RATE: Rate = { name: '', perKWh: 0, days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' };

/** The tariff of energy, with a row for each rate. */
export function TariffPanel({ mayChange }: { readonly mayChange: boolean }) {
  const { data: saved } = useApi('/api/conf');
  const [edited, setEdited] = useState<Tariff>();
  const save = useChange((tariff: Tariff) => api.post('/api/conf', { body: { tariff } }), ['/api/conf', '/api/energy']);
  useLeaveGuard(edited !== undefined);
  useFoundSetting(saved !== undefined);
  const tariff = edited ?? saved?.tariff ?? {};
  const rates = tariff.rates ?? [];
  const set = (change: Partial<Tariff>): void => setEdited({ ...tariff, ...change });
  const setRate = (place: number, change: Partial<Rate>): void =>
    set({ rates: rates.map((rate, each) => (each === place ? { ...rate, ...change } : rate)) });
  const discard = (): void => {
    setEdited(undefined);
    save.reset();
  };
  return (
    <Panel title={words.conf.tariff.label}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.help}
      </Text>
      <form
        className="settings-form"
        data-view={!mayChange || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(tariff, {
            onSuccess: () => {
              save.reset();
              setEdited((now) => (now === tariff ? undefined : now)); // somebody may have typed on meanwhile
              notify(words.common.saved);
            },
          });
        }}
      >
        <Stack gap="sm">
          <Group gap="sm" align="flex-end">
            <TextInput
              id={settingId('tariff')}
              label={texts.currency}
              placeholder="EUR"
              maxLength={3}
              value={tariff.currency ?? ''}
              readOnly={!mayChange}
              w={100}
              onChange={({ currentTarget: { value } }) => set({ currency: value.toUpperCase() })}
            />
            <Amount
              label={texts.defaultPerKWh}
              value={tariff.defaultPerKWh}
              readOnly={!mayChange}
              onChange={(defaultPerKWh) => set({ defaultPerKWh })}
            />
            <Amount
              label={texts.gramsCO2PerKWh}
              value={tariff.gramsCO2PerKWh}
              readOnly={!mayChange}
              onChange={(gramsCO2PerKWh) => set({ gramsCO2PerKWh })}
            />
          </Group>
          {rates.map((rate, place) => (
            <RateRow
              key={place}
              rate={rate}
              label={texts.rateOf(rate.name || String(place + 1))}
              mayChange={mayChange}
              onChange={(change) => setRate(place, change)}
              onRemove={() => set({ rates: rates.filter((_, each) => each !== place) })}
            />
          ))}
          <ErrorNote error={save.error} />
          {mayChange && (
            <Group gap="xs">
              <Button type="submit" disabled={edited === undefined} loading={save.isPending}>
                {words.common.save}
              </Button>
              <Button variant="default" onClick={() => set({ rates: [...rates, NEW_RATE] })}>
                {texts.add}
              </Button>
              <Button variant="default" disabled={edited === undefined} onClick={discard}>
                {words.network.discard}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

interface RateRowProps {
  readonly rate: Rate;
  /** The rate, for screen readers. */
  readonly label: string;
  readonly mayChange: boolean;
  readonly onChange: (change: Partial<Rate>) => void;
  readonly onRemove: () => void;
}

function RateRow({ rate, label, mayChange, onChange, onRemove }: RateRowProps) {
  const time = (end: 'from' | 'to') => (
    <TextInput
      type="time"
      label={texts[end]}
      // The field has no 24:00; a rate until 00:00 ends at the same moment.
      value={rate[end] === '24:00' ? '00:00' : rate[end]}
      readOnly={!mayChange}
      w={110}
      onChange={({ currentTarget: { value } }) => onChange({ [end]: value })}
    />
  );
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label={label}>
      <TextInput
        label={texts.name}
        value={rate.name}
        readOnly={!mayChange}
        maxLength={40}
        w={150}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <Amount
        label={texts.perKWh}
        value={rate.perKWh}
        readOnly={!mayChange}
        onChange={(perKWh) => onChange({ perKWh: perKWh ?? 0 })}
      />
      <Checkbox.Group
        label={texts.days}
        value={rate.days.map(String)}
        readOnly={!mayChange}
        onChange={(days) => onChange({ days: days.map(Number) })}
      >
        <Group gap="xs" mih={30}>
          {weekDays().map((day) => (
            <Checkbox key={day} value={String(day)} label={texts.dayNames[day]} />
          ))}
        </Group>
      </Checkbox.Group>
      {time('from')}
      {time('to')}
      {mayChange && (
        <Button variant="default" aria-label={`${texts.remove}: ${label}`} onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
    </Group>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: number | undefined) => void;
}

/** A field for a number with a fraction; empty for none. */
function Amount({ label, value, readOnly, onChange }: AmountProps) {
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      readOnly={readOnly}
      min={0}
      decimalScale={6}
      w={150}
      onChange={(given) => onChange(given === '' ? undefined : Number(given))}
    />
  );
}
