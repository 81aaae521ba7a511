import type { Amps } from '../common/units.js';
import { rounded } from '../common/units.js';
import { phaseImbalance } from '../hardware/power-math.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import type { InletReading } from '../hardware/snapshot.js';

/**
 * The balance of the lines of a three-phase inlet, in whole percent: 100 less the imbalance. 100 at no load;
 * unknown while a line's current is unknown.
 */
export function phaseBalance(currents: readonly (Amps | undefined)[]): number | undefined {
  const known = currents.filter((current) => current !== undefined);
  if (known.length === 0 || known.length < currents.length) return undefined;
  // One line alone is 200 % out of balance; less than not balanced at all would say nothing more.
  return Math.max(0, Math.round(100 - phaseImbalance(known)));
}

/** One line conductor of a three-phase inlet. */
export class InletLineView {
  /** Line id. @example "L1-1000036" */
  id: string;
  line: 'L1' | 'L2' | 'L3';
  /** A. @example 8.56 */
  currentRms?: number | undefined;
  /** V. @example 119.8 */
  voltageRms?: number | undefined;
}

/** One inlet. On a transfer switch the measured members stand only on the inlet that feeds the load. */
export class InletView {
  /** @example "I1-1000036" */
  id: string;
  /** @example "single" */
  inletType: 'single' | 'dual' | 'ats';
  /** Connector of the cord. @example "NEMA L5-30P" */
  inletPlug: string;
  /** @example "Feed A" */
  inletName: string;
  /** The source that feeds the inlet; empty where nobody has said. @example "UPS A" */
  sourceName: string;
  /** Address of the page of the source, http or https; empty where nobody has said. @example "https://ups-a.example/" */
  sourceUri: string;
  inletPhase: 'Single Phase' | 'Three Phase';
  inletLineConfiguration: 'L-N' | 'L-L';
  /** Rated current of each of its lines, A. @example 30 */
  ratedCurrent: number;
  /** Active energy since the last reset of the kWh meter, kWh. @example 21804.6 */
  inletEnergyAccumulation?: number | undefined;
  /** A. @example 8.56 */
  inletCurrentRms?: number | undefined;
  /** V. @example 119.8 */
  inletVoltageRms?: number | undefined;
  /** Hz. @example 60 */
  inletLineFrequency?: number | undefined;
  /** Active by apparent power, 0 to 1; 1 at no load. @example 0.942 */
  inletPowerFactor?: number | undefined;
  /** W. @example 965.7 */
  inletActivePower?: number | undefined;
  /** VA. @example 1024.8 */
  inletApparentPower?: number | undefined;
  /** var. @example 343 */
  inletReactivePower?: number | undefined;
  /** Three-phase: 100 % less the largest deviation of a line from the mean current, for example "80%". */
  threePhaseBalance?: string | undefined;
  /** Three-phase: one entry a line. @example [] */
  inletLines?: InletLineView[];
  /** Transfer switch: A is the first inlet. */
  atsInletId?: 'A' | 'B';
  /** Transfer switch: this inlet feeds the load. */
  atsInletActive?: boolean | undefined;
  /** Transfer switch: this inlet has mains within tolerance. */
  atsInletReady?: boolean | undefined;
}

/** The source that feeds an inlet, as users have entered it: empty texts where nobody has. */
export interface InletSource {
  readonly sourceName: string;
  readonly sourceUri: string;
}

/** The name of an inlet that nobody has named. */
export const defaultInletName = ({ plug }: Pick<InletModel, 'plug'>): string => `${plug} Inlet`;

const TYPES = { standard: 'single', dualcircuit: 'dual', ats: 'ats' } as const;

/** Joins the profile, the texts of users and the reading of one inlet. */
export function inletView(
  inlet: InletModel,
  config: ModelProfile['inletConfig'],
  { name, sourceName, sourceUri }: InletSource & { readonly name: string },
  reading: InletReading,
): InletView {
  const measures = config !== 'ats' || reading.active === true;
  return {
    id: inlet.id,
    inletType: TYPES[config],
    inletPlug: inlet.plug,
    inletName: name,
    sourceName,
    sourceUri,
    inletPhase: isThreePhase(inlet) ? 'Three Phase' : 'Single Phase',
    inletLineConfiguration: inlet.lineConfiguration,
    ratedCurrent: inlet.ratedCurrent,
    inletEnergyAccumulation: rounded(reading.energy),
    ...(measures && measured(reading)),
    ...(measures && isThreePhase(inlet) && lineMembers(inlet, reading)),
    ...(config === 'ats' && transferMembers(inlet, reading)),
  };
}

const isThreePhase = ({ lines }: InletModel): boolean => lines.length === 3;

const measured = (reading: InletReading) => ({
  inletCurrentRms: rounded(reading.current),
  inletVoltageRms: rounded(reading.voltage),
  inletLineFrequency: rounded(reading.frequency),
  inletPowerFactor: rounded(reading.powerFactor),
  inletActivePower: rounded(reading.activePower),
  inletApparentPower: rounded(reading.apparentPower),
  inletReactivePower: rounded(reading.reactivePower),
});

function lineMembers({ lineIds }: InletModel, { lines }: InletReading) {
  const balance = phaseBalance(lines.map(({ current }) => current));
  return {
    threePhaseBalance: balance === undefined ? undefined : `${balance}%`,
    inletLines: lineIds.map(({ id, line }, place) => ({
      id,
      line,
      currentRms: rounded(lines[place]?.current),
      voltageRms: rounded(lines[place]?.voltage),
    })),
  };
}

const transferMembers = ({ position }: InletModel, { active, ready }: InletReading) => ({
  atsInletId: position === 0 ? ('A' as const) : ('B' as const),
  atsInletActive: active,
  atsInletReady: ready,
});
