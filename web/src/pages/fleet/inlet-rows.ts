import type { HubSchema } from '../../api/client.js';

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

/** The inlets in their order, each followed by its lines. */
export const inletRows = (inlets: readonly HubSchema['FleetInletView'][]): InletRow[] =>
  inlets.flatMap(({ id, name, voltage, current, activePower, powerFactor, activeEnergy, lines }) => [
    {
      ...{ id, name, voltage: voltage ?? undefined, current: current ?? undefined },
      ...{ activePower: activePower ?? undefined, powerFactor: powerFactor ?? undefined },
      energy: activeEnergy ?? undefined,
    },
    ...lines.map((line) => ({
      ...{ id: line.id, name: `${name} ${line.name}` },
      ...{ voltage: line.voltage ?? undefined, current: line.current ?? undefined },
    })),
  ]);
