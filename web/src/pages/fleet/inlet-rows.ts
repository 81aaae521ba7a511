import type { HubSchema } from '../../api/client.js';
import { distinctName } from '../../components/inlet-name.js';

/** An inlet or one of its lines; undefined for what is not known or not measured. */
export interface InletRow {
  readonly id: string;
  readonly name: string;
  readonly voltage: number | undefined;
  readonly current: number | undefined;
  readonly activePower?: number | undefined;
  readonly powerFactor?: number | undefined;
  readonly energy?: number | undefined;
}

/**
 * The inlets in their order, each followed by its lines; those of one name, as of a transfer switch, have their numbers. The
 * only line of an inlet is the inlet itself: its row has what only the line measures, as the voltage.
 */
export const inletRows = (inlets: readonly HubSchema['FleetInletView'][]): InletRow[] =>
  inlets.flatMap(({ id, voltage, current, activePower, powerFactor, activeEnergy, lines }) => {
    const name = distinctName(inlets, id);
    const only = lines.length === 1 ? lines[0] : undefined;
    return [
      {
        ...{ id, name, voltage: voltage ?? only?.voltage ?? undefined, current: current ?? only?.current ?? undefined },
        ...{ activePower: activePower ?? undefined, powerFactor: powerFactor ?? undefined },
        energy: activeEnergy ?? undefined,
      },
      ...(only ? [] : lines).map((line) => ({
        ...{ id: line.id, name: `${name} ${line.name}` },
        ...{ voltage: line.voltage ?? undefined, current: line.current ?? undefined },
      })),
    ];
  });
