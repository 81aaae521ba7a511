/** The platforms of Home Assistant that a PDU has. */
export const PLATFORMS = ['switch', 'sensor', 'binary_sensor', 'button'] as const;
type Platform = (typeof PLATFORMS)[number];

/** One entity, with the keys of Home Assistant written out. */
export interface Component {
  readonly platform: Platform;
  readonly unique_id: string;
  readonly default_entity_id: string;
  readonly name: string;
  readonly [key: string]: string | number | boolean;
}

/** A component that is taken away. */
export interface NoComponent {
  readonly platform: string;
}

type Details = Readonly<Record<string, string | number | boolean>>;

/** The names that all components of a PDU share. */
export interface ComponentNames {
  /** The name of the PDU: `rackfeed_<serial>`. */
  readonly node: string;
  /** The name of the device, which Home Assistant puts before that of each entity. */
  readonly device: string;
  /** The beginning of all topics. */
  readonly prefix: string;
}

/** A kind of measurement as Home Assistant knows it. */
export interface Quantity {
  readonly device_class?: string;
  readonly unit_of_measurement?: string;
  readonly state_class: 'measurement' | 'total_increasing';
  readonly suggested_display_precision: number;
  readonly entity_category?: 'diagnostic';
  readonly enabled_by_default?: false;
}

const measured = (
  device_class: string,
  unit_of_measurement: string,
  suggested_display_precision: number,
): Quantity => ({
  device_class,
  unit_of_measurement,
  state_class: 'measurement',
  suggested_display_precision,
});

export const QUANTITIES = {
  current: measured('current', 'A', 2),
  voltage: measured('voltage', 'V', 1),
  power: measured('power', 'W', 0),
  apparentPower: measured('apparent_power', 'VA', 0),
  reactivePower: measured('reactive_power', 'var', 0),
  powerFactor: { device_class: 'power_factor', state_class: 'measurement', suggested_display_precision: 2 },
  frequency: { ...measured('frequency', 'Hz', 1), entity_category: 'diagnostic' },
  energy: {
    device_class: 'energy',
    unit_of_measurement: 'kWh',
    state_class: 'total_increasing',
    suggested_display_precision: 2,
  },
  load: { unit_of_measurement: '%', state_class: 'measurement', suggested_display_precision: 0 },
  temperature: measured('temperature', '°C', 1),
  humidity: measured('humidity', '%', 0),
} as const satisfies Record<string, Quantity>;

/** Makes the components of one PDU. */
export class Components {
  readonly #all: Record<string, Component> = {};

  constructor(private readonly names: ComponentNames) {}

  get all(): Readonly<Record<string, Component>> {
    return this.#all;
  }

  /** @param key letters, digits and "_" after making it so; the same for the same entity for ever */
  add(platform: Platform, key: string, name: string, details: Details): void {
    const id = key.toLowerCase().replace(/[^a-z0-9]+/g, '_');
    const entity = `${this.names.node}_${id}`;
    this.#all[id] = {
      platform,
      unique_id: entity,
      default_entity_id: `${platform}.${entity.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`,
      name: this.#shortened(name),
      ...details,
    };
  }

  /** A measurement in a member of the JSON of a topic. @param value the path to it in Jinja, after `value_json` */
  sensor(key: string, name: string, topic: string, quantity: Quantity, value: string, isHidden = false): void {
    this.add('sensor', key, name, {
      ...quantity,
      state_topic: this.topic(topic),
      value_template: `{{ ${value} | default(none) }}`,
      ...(isHidden && { enabled_by_default: false }),
    });
  }

  switch(key: string, name: string, topic: string, details: Details): void {
    this.add('switch', key, name, {
      ...details,
      state_topic: this.topic(`${topic}/state`),
      state_on: 'ON',
      state_off: 'OFF',
      command_topic: this.topic(`${topic}/set`),
      payload_on: 'ON',
      payload_off: 'OFF',
      optimistic: false,
      retain: false,
      qos: 1,
    });
  }

  binarySensor(key: string, name: string, topic: string, on: string, off: string, details: Details): void {
    this.add('binary_sensor', key, name, {
      ...details,
      state_topic: this.topic(topic),
      payload_on: on,
      payload_off: off,
    });
  }

  button(key: string, name: string, topic: string, press: string, details: Details): void {
    this.add('button', key, name, {
      ...details,
      command_topic: this.topic(`${topic}/set`),
      payload_press: press,
      retain: false,
      qos: 1,
    });
  }

  topic(below: string): string {
    return `${this.names.prefix}/${below}`;
  }

  /** Without the name of the device at its beginning. */
  #shortened(name: string): string {
    const { device } = this.names;
    const rest = name.startsWith(device) ? name.slice(device.length).trim() : name;
    return rest === '' ? name : rest;
  }
}

/** The path of a member of the JSON of a topic, in Jinja. */
export const member = (name: string): string => `value_json.${name}`;
/** The path of a member of the place-th line of an inlet; in a message without lines it is undefined as well. */
export const lineMember = (place: number, name: string): string =>
  `(value_json['lines'] | default([{}, {}, {}]))[${place}]['${name}']`;
