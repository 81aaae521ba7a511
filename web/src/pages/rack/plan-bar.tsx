import { Button, NumberInput, Select, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.js';
import { words } from '../../language/words.js';
import { amps, watts } from '../../language/format.js';
import type { Plan } from './use-plan.js';
import type { PowerNode } from './use-power-tree.js';

/** The load to try on the outlets, the inlet to lose, and what would be overloaded then. Nothing is switched. */
export function PlanBar({ plan, nodes }: { readonly plan: Plan; readonly nodes: readonly PowerNode[] }) {
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
            max={100_000}
            w={110}
          />
          <span
            className="rack-chip"
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', String(plan.load))}
          >
            +{watts(Number(plan.load))}
          </span>
          <Text size="sm" c="dimmed">
            {words.rack.planHelp}
          </Text>
        </>
      )}
      {inlets.length > 0 && (
        <Select
          label={words.rack.lose}
          placeholder={words.rack.loseNone}
          data={inlets.map(({ id, name }, place) => ({
            value: id,
            label: inlets.length > 1 ? words.overview.numbered(name, place + 1) : name,
          }))}
          value={plan.lostInlet ?? null}
          onChange={(inlet) => plan.lose(inlet ?? undefined)}
          clearable
          w={210}
        />
      )}
      <Button variant="default" onClick={plan.clear}>
        {words.rack.planClear}
      </Button>
      <div role="status" className="rack-plan-result">
        <ErrorNote error={plan.error} />
        {plan.result && <Result plan={plan} />}
      </div>
    </section>
  );
}

function Result({ plan: { result, nodes } }: { readonly plan: Plan }) {
  if (!result) return null;
  const nameOf = (id: string): string => nodes?.get(id)?.deviceName ?? nodes?.get(id)?.name ?? id;
  return (
    <>
      {result.violations.length === 0 && <Text fw={600}>{words.capacity.noViolation}</Text>}
      {result.violations.map(({ node, wouldBeAmps, limitAmps, limit }) => (
        <Text key={node} size="sm" fw={600} c="var(--bad)">
          {words.rack.breaks(
            nameOf(node),
            amps(wouldBeAmps),
            (limit === 'rated' ? words.capacity.aboveRating : words.capacity.aboveUsable)(amps(limitAmps)),
          )}
        </Text>
      ))}
      {result.unpowered.length > 0 && (
        <Text size="sm" fw={600} c="var(--bad)">
          {result.unpowered.length > 3
            ? words.rack.manyUnpowered(result.unpowered.length)
            : words.capacity.unpowered(words.common.names(result.unpowered.map(nameOf)))}
        </Text>
      )}
    </>
  );
}
