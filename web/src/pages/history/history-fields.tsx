import { MultiSelect, Select, Switch } from '@mantine/core';
import { words } from '../../language/words.js';
import { comparable, MOST_OTHERS, type HistoryChoice, type HistoryObject } from './history-choice.js';
import type { useHistoryChoice } from './history-choice.js';

interface HistoryFieldsProps {
  readonly objects: readonly HistoryObject[];
  readonly choice: HistoryChoice;
  readonly onChoose: ReturnType<typeof useHistoryChoice>['choose'];
}

/** The object of the chart, its measurement, and what it is compared with. */
export default function HistoryFields({ objects, choice, onChoose }: HistoryFieldsProps) {
  const { object, measure, others, isBefore } = choice;
  const options = comparable(objects, object, measure);
  return (
    <div className="history-fields">
      <Select
        label={words.history.object}
        data={byKind(objects)}
        value={object.id}
        onChange={(id) => id !== null && onChoose({ object: id })}
        allowDeselect={false}
        searchable
        w={260}
      />
      <Select
        label={words.history.measure}
        data={object.measures.map(({ measure: value, label, unit }) => ({
          value,
          label: unit ? `${label}, ${unit}` : label,
        }))}
        value={measure.measure}
        onChange={(name) => name !== null && onChoose({ measure: name })}
        allowDeselect={false}
        w={200}
      />
      <Switch
        className="history-before"
        label={words.history.compareBefore}
        checked={isBefore}
        onChange={({ currentTarget: { checked } }) => onChoose({ before: checked ? '1' : undefined })}
      />
      {options.length > 0 && (
        <MultiSelect
          label={words.history.compareWith}
          data={byKind(options)}
          value={others.map(({ id }) => id)}
          onChange={(ids) => onChoose({ with: ids.join() })}
          maxValues={MOST_OTHERS}
          searchable
          w={260}
        />
      )}
    </div>
  );
}

/** The objects as options of a select field, grouped by kind; the id is added where two of a kind have the same name. */
function byKind(objects: readonly HistoryObject[]) {
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const those = objects.filter((object) => object.kind === kind);
    const isTwice = (name: string): boolean => those.filter((object) => object.name === name).length > 1;
    return {
      group: words.history.kinds[kind],
      items: those.map(({ id, name }) => ({ value: id, label: isTwice(name) ? `${name} (${id})` : name })),
    };
  });
}
