import { Button, NumberInput, Select, Text } from '@mantine/core';
import { CopyField } from '../../components/copy-field.js';
import { ErrorNote } from '../../components/error-note.js';
import { Icon } from '../../components/icons.js';
import { objectName } from '../../components/object-name.js';
import type { PowerNode } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { amps, watts } from '../../language/format.js';
import { partName } from './part-name.js';
import { MAX_LOAD } from './plan-address.js';
import type { Plan } from './use-plan.js';
import './plan-bar.css';

/** The load to try on the outlets, the inlet to lose, and what would be overloaded then. Nothing is switched. */
export default function PlanBar({ plan, nodes }: { readonly plan: Plan; readonly nodes: readonly PowerNode[] }) {
  const inlets = nodes.filter(({ kind }) => kind === 'inlet');
  const outlets = nodes.some(({ kind }) => kind === 'outlet');
  return (
    <section className="rack-plan" aria-label={words.rack.plan}>
      {outlets && (
        <>
          <NumberInput
            label={words.capacity.newLoad}
            value={plan.load}
            onChange={plan.setLoad}
            min={1}
            max={MAX_LOAD}
            w={110}
          />
          <span
            className="rack-chip"
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', String(plan.load))}
          >
            <Icon name="bolt" size={14} /> +{watts(Number(plan.load))}
          </span>
          <Text size="sm" c="dimmed" className="rack-plan-help">
            {words.rack.planHelp}
          </Text>
        </>
      )}
      {inlets.length > 0 && (
        <Select
          label={words.rack.lose}
          placeholder={words.rack.loseNone}
          data={inlets.map((inlet) => ({ value: inlet.id, label: partName(inlet) }))}
          value={plan.lostInlet ?? null}
          onChange={(inlet) => plan.lose(inlet ?? undefined)}
          clearable
          clearButtonProps={{ 'aria-label': words.rack.loseNone }}
          w={230}
        />
      )}
      <Button variant="default" onClick={plan.clear}>
        {words.rack.planClear}
      </Button>
      {plan.added.size > 0 && (
        <ul className="rack-plan-added" aria-label={words.rack.planned}>
          {[...plan.added].map(([outlet, load]) => (
            <li key={outlet}>
              <Button
                variant="light"
                size="compact-sm"
                rightSection={<Icon name="x" size={12} />}
                aria-label={words.rack.planRemove(objectName(outlet) ?? outlet, watts(load))}
                onClick={() => plan.remove(outlet)}
              >
                {objectName(outlet) ?? outlet} +{watts(load)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status" className="rack-plan-result">
        <ErrorNote error={plan.error} />
        {plan.result && <Result plan={plan} />}
      </div>
      {(plan.added.size > 0 || plan.lostInlet !== undefined) && (
        <div className="rack-plan-address">
          <CopyField label={words.rack.planAddress} value={location.href} />
        </div>
      )}
    </section>
  );
}

/** More sentences than these fill the screen; the picture marks every part. */
const SHOWN = 6;

function Result({ plan: { result, nodes } }: { readonly plan: Plan }) {
  if (!result) return null;
  const nameOf = (id: string): string => {
    const node = nodes?.get(id);
    return node ? partName(node) : id;
  };
  const { violations, unpowered } = result;
  return (
    <>
      {violations.length === 0 && unpowered.length === 0 && (
        <Text fw={600} size="sm" c="var(--ok)">
          ✓ {words.capacity.noViolation}
        </Text>
      )}
      {violations.slice(0, SHOWN).map(({ node, wouldBeAmps, limitAmps, limit }) => (
        <Text key={node} size="sm" fw={600} c={limit === 'rated' ? 'var(--bad)' : 'var(--warn)'}>
          {limit === 'rated' ? '✕' : '▲'}{' '}
          {words.rack.breaks(
            nameOf(node),
            amps(wouldBeAmps),
            (limit === 'rated' ? words.capacity.aboveRating : words.capacity.aboveUsable)(amps(limitAmps)),
          )}
        </Text>
      ))}
      {violations.length > SHOWN && <Text size="sm">{words.rack.moreBreaks(violations.length - SHOWN)}</Text>}
      {unpowered.length > 0 && (
        <Text size="sm" fw={600} c="var(--bad)">
          ✕{' '}
          {unpowered.length > 3
            ? words.rack.manyUnpowered(unpowered.length)
            : words.capacity.unpowered(words.common.names(unpowered.map(nameOf)))}
        </Text>
      )}
    </>
  );
}
