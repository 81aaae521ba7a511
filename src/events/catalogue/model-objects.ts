import type { EventObjectKind } from '../../actions/event-occurrence.js';
import type { PduModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import type {
  BankReading,
  InletReading,
  IoHubReading,
  LineReading,
  OutletReading,
  SensorReading,
  Snapshot,
  TemperatureHumidityReading,
} from '../../hardware/snapshot.js';
import type { EventObject } from '../engine/compiled-rule.js';
import type { EventParam, EventParamKind } from './param.js';

/** One object of the model, and where its reading stands in a snapshot. */
export interface ModelObject<R> {
  readonly object: EventObject;
  /** Other ways to name it. */
  readonly aliases: readonly string[];
  readonly read: (snapshot: Snapshot) => R | undefined;
}

/** The objects of one kind: those of the model, and the parameter that names one or `any`. */
export interface ModelObjects<R> {
  readonly param: EventParam;
  readonly all: (model: PduModel) => readonly ModelObject<R>[];
}

/** Stands for every object of the kind. */
export const ANY = 'any';

/** Calculates a value once per model, for all events that need it. */
const perModel = <R>(
  find: (model: PduModel) => readonly ModelObject<R>[],
): ((model: PduModel) => readonly ModelObject<R>[]) => {
  const known = new WeakMap<PduModel, readonly ModelObject<R>[]>();
  return (model) => {
    const all = known.get(model) ?? find(model);
    known.set(model, all);
    return all;
  };
};

const modelObjects = <R>(
  kind: EventParamKind,
  label: string,
  find: (model: PduModel) => readonly ModelObject<R>[],
): ModelObjects<R> => {
  const all = perModel(find);
  return {
    all,
    param: {
      kind,
      label,
      choices: (model) => [
        ...all(model).map(({ object }) => ({ value: object.id, label: object.name })),
        { value: ANY, label: `any ${kind}` },
      ],
      read: (given, model) => {
        const value = given.toLowerCase() === ANY ? ANY : named(given, all(model))?.object.id;
        return value === undefined ? { wrong: `the id of one that this PDU has, or "any", not "${given}"` } : { value };
      },
    },
  };
};

const named = <R>(given: string, all: readonly ModelObject<R>[]): ModelObject<R> | undefined => {
  const wanted = given.toLowerCase();
  return all.find(({ object, aliases }) => [object.id, ...aliases].some((name) => name.toLowerCase() === wanted));
};

const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, readonly ModelObject<unknown>[]>>();

/** An index of the objects by their id. */
function byId<R>(all: readonly ModelObject<R>[]): ReadonlyMap<string, readonly ModelObject<R>[]> {
  const index = indexes.get(all) ?? new Map(all.map((each) => [each.object.id, [each]]));
  indexes.set(all, index);
  return index as ReadonlyMap<string, readonly ModelObject<R>[]>;
}

/** Those that a checked parameter names. */
export const select = <R>({ all }: ModelObjects<R>, param: string, model: PduModel): readonly ModelObject<R>[] =>
  param === ANY ? all(model) : (byId(all(model)).get(param) ?? []);

/** True when the model has at least one. */
export const has =
  <R>({ all }: ModelObjects<R>) =>
  (model: PduModel): boolean =>
    all(model).length > 0;

const modelObject = <R>(
  kind: EventObjectKind,
  id: string,
  read: (snapshot: Snapshot) => R | undefined,
  aliases: readonly string[] = [],
): ModelObject<R> => ({ object: { kind, id, name: `${kind} ${id}` }, aliases, read });

const inlets = (model: PduModel): ModelObject<InletReading>[] =>
  model.inlets.map(({ id, position }) => modelObject('inlet', id, ({ inlets: all }) => all[position]));

export const inlet: ModelObjects<InletReading> = modelObjects('inlet', 'inlet id', inlets);
export const singlePhaseInlet: ModelObjects<InletReading> = modelObjects('inlet', 'inlet id', (model) =>
  model.isThreePhase ? [] : inlets(model),
);
export const threePhaseInlet: ModelObjects<InletReading> = modelObjects('inlet', 'inlet id', (model) =>
  model.isThreePhase ? inlets(model) : [],
);

/** Lines of three-phase inlets; with one inlet `L1` names one too. */
export const line: ModelObjects<LineReading> = modelObjects('line', 'inlet line', (model) =>
  !model.isThreePhase
    ? []
    : model.inlets.flatMap(({ position, lineIds }) =>
        lineIds.map(({ id, line: name }, place) =>
          modelObject(
            'line',
            id,
            ({ inlets: all }) => all[position]?.lines[place],
            model.inlets.length === 1 ? [name] : [],
          ),
        ),
      ),
);

export const bank: ModelObjects<BankReading> = modelObjects('bank', 'bank id', (model) =>
  model.banks.map(({ id, position }) => modelObject('bank', id, ({ banks }) => banks[position])),
);
export const bankWithBreaker: ModelObjects<BankReading> = modelObjects('bank', 'bank id', (model) =>
  bank.all(model).filter((_, position) => model.banks[position]?.breaker !== undefined),
);

/** Outlets whose current is metered; by id or index. */
export const meteredOutlet: ModelObjects<OutletReading> = modelObjects('outlet', 'outlet id', (model) =>
  model.profile.outletMetering
    ? model.outlets.map(({ id, index, position }) =>
        modelObject('outlet', id, ({ outlets }) => outlets[position], [String(index)]),
      )
    : [],
);

const sensorsOf = (model: PduModel, kind: SensorModel['kind']): readonly SensorModel[] =>
  model.sensors.filter((sensor) => sensor.kind === kind);

/** Temperature and humidity sensors; by id or port. */
export const temperatureSensor: ModelObjects<TemperatureHumidityReading> = modelObjects(
  'sensor',
  'sensor id',
  (model) =>
    sensorsOf(model, 'temp_hum').map(({ id, port, position }) =>
      modelObject('sensor', id, ({ sensors }) => asTemperature(sensors[position]), [port]),
    ),
);

const asTemperature = (reading: SensorReading | undefined): TemperatureHumidityReading | undefined =>
  reading?.kind === 'temp_hum' && reading.connected ? reading : undefined;

const asHub = (reading: SensorReading | undefined): IoHubReading | undefined =>
  reading?.kind === 'dio_hub' && reading.connected ? reading : undefined;

/** An accessory port is named by its letter alone. */
const ports = <R>(all: (model: PduModel) => readonly ModelObject<R>[]): ModelObjects<R> => ({
  all,
  param: {
    kind: 'word',
    label: 'sensor port',
    choices: (model) => all(model).map(({ object, aliases: [port = ''] }) => ({ value: port, label: object.name })),
    read: (given, model) => {
      const port = named(given, all(model))?.aliases[0];
      return port === undefined ? { wrong: `a sensor port of this PDU that has one, not "${given}"` } : { value: port };
    },
  },
});

/** Connected smart I/O hubs. */
export const hubPort: ModelObjects<IoHubReading> = ports((model) =>
  sensorsOf(model, 'dio_hub').map(({ id, port, position }) =>
    modelObject('hub', id, ({ sensors }) => asHub(sensors[position]), [port]),
  ),
);

/** Whatever may be plugged into a port, plugged in or not. */
export const sensorPort: ModelObjects<SensorReading> = ports((model) =>
  model.sensors.map(({ id, port, kind, position }) =>
    modelObject(kind === 'dio_hub' ? 'hub' : 'sensor', id, ({ sensors }) => sensors[position], [port]),
  ),
);

export const selectPort = <R>({ all }: ModelObjects<R>, port: string, model: PduModel): readonly ModelObject<R>[] =>
  all(model).filter(({ aliases }) => aliases[0] === port);
