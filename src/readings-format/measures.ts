/** A measured quantity, as it is stored. */
export interface Measure {
  /** Code of the measure in stored blocks: never reused for another one. */
  readonly code: number;
  readonly label: string;
  readonly unit: string;
  /** Stored values are whole numbers of 1 / scale units. */
  readonly scale: number;
  /** True for a counter that only rises, whose extremes mean nothing. */
  readonly counts?: boolean;
}

/** The measures. The scale is the resolution of a meter, and determines the size of a block. */
export const MEASURES = {
  current: { code: 1, label: 'Current', unit: 'A', scale: 1000 },
  voltage: { code: 2, label: 'Voltage', unit: 'V', scale: 100 },
  frequency: { code: 3, label: 'Frequency', unit: 'Hz', scale: 1000 },
  activePower: { code: 4, label: 'Active power', unit: 'W', scale: 10 },
  reactivePower: { code: 5, label: 'Reactive power', unit: 'var', scale: 10 },
  apparentPower: { code: 6, label: 'Apparent power', unit: 'VA', scale: 10 },
  powerFactor: { code: 7, label: 'Power factor', unit: '', scale: 1000 },
  energy: { code: 8, label: 'Active energy', unit: 'kWh', scale: 10_000, counts: true },
  temperature: { code: 9, label: 'Temperature', unit: '°C', scale: 100 },
  humidity: { code: 10, label: 'Relative humidity', unit: '%', scale: 100 },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;

export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

export const measureOf = (name: MeasureName): Measure => MEASURES[name];

const SCALES = new Map<number, number>(Object.values(MEASURES).map(({ code, scale }) => [code, scale]));

/** The scale of a stored measure; 1 for one that a newer release has written. */
export const scaleOf = (code: number): number => SCALES.get(code) ?? 1;

/** A value rounded to its stored digits. */
export const roundedToScale = (value: number, scale: number): number => Math.round(value * scale) / scale;
