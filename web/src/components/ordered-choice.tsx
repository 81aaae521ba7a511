import { Checkbox, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../language/words.js';
import './ordered-choice.css';
import { OrderList } from './order-list.js';

export interface Choosable {
  readonly value: string;
  readonly label: string;
}

interface OrderedChoiceProps {
  readonly label: string;
  readonly description?: string;
  readonly choices: readonly Choosable[];
  /** The values of the selected items, in their order. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** The text shown if there are no choices. */
  readonly empty?: string;
}

/** The number of choices that fit without a search field. */
const FEW = 8;

/** Selects several items and orders them, with the mouse or the keyboard. */
export function OrderedChoice({ label, description, choices, value, onChange, empty }: OrderedChoiceProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const isShort = choices.length <= FEW;
  const toggle = (id: string, isChosen: boolean): void =>
    onChange(isChosen ? [...value, id] : value.filter((each) => each !== id));
  return (
    <Stack gap={4}>
      <Input.Label size="xs" component="div">
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description>{description}</Input.Description>}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
        <Stack gap={4} justify="flex-end">
          {!isShort && (
            <TextInput
              type="search"
              aria-label={`${label}: ${words.common.search}`}
              placeholder={words.common.searchFor}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault(); // Enter would send the form
              }}
            />
          )}
          <ul className="ordered-choice" data-few={isShort || undefined} aria-label={words.order.choose(label)}>
            {found.map((choice) => (
              <li key={choice.value}>
                <Checkbox
                  label={choice.label}
                  checked={value.includes(choice.value)}
                  onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
                />
              </li>
            ))}
            {found.length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                {choices.length === 0 ? (empty ?? words.common.none) : words.common.nothingFound}
              </Text>
            )}
          </ul>
        </Stack>
        <Stack gap={4} justify="flex-end">
          <OrderList
            label={words.order.chosen(label)}
            names={new Map(choices.map((choice) => [choice.value, choice.label]))}
            isShort={isShort}
            value={value}
            onChange={onChange}
          />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
