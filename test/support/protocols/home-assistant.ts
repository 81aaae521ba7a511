/**
 * The rules by which Home Assistant reads the announcement of a device by MQTT (home-assistant/core, components/mqtt:
 * schemas.py, discovery.py, switch.py, sensor.py, binary_sensor.py, button.py; components/sensor/const.py).
 */

type Json = Readonly<Record<string, unknown>>;
type Say = (problem: string) => void;

const DEVICE_KEYS = new Set([
  ...['identifiers', 'connections', 'manufacturer', 'model', 'model_id', 'name', 'hw_version', 'serial_number'],
  ...['sw_version', 'via_device', 'suggested_area', 'configuration_url'],
]);
const SHARED_KEYS = new Set([
  ...['availability', 'availability_mode', 'availability_template', 'availability_topic', 'command_topic', 'encoding'],
  ...['payload_available', 'payload_not_available', 'state_topic', 'qos', 'message_expiry_interval'],
]);
const ENTITY_KEYS = new Set([
  ...SHARED_KEYS,
  ...['platform', 'unique_id', 'default_entity_id', 'name', 'device_class', 'enabled_by_default', 'entity_category'],
  ...['icon', 'entity_picture', 'json_attributes_topic', 'json_attributes_template', 'visible_by_default'],
]);

interface Platform {
  readonly keys: readonly string[];
  readonly needs: 'command_topic' | 'state_topic';
  readonly classes: readonly string[];
}

const PLATFORMS: Readonly<Record<string, Platform>> = {
  switch: {
    keys: [
      ...['command_template', 'payload_on', 'payload_off', 'state_on', 'state_off', 'value_template'],
      ...['optimistic', 'retain'],
    ],
    needs: 'command_topic',
    classes: ['outlet', 'switch'],
  },
  sensor: {
    keys: [
      ...['expire_after', 'force_update', 'last_reset_value_template', 'options', 'suggested_display_precision'],
      ...['state_class', 'unit_of_measurement', 'value_template'],
    ],
    needs: 'state_topic',
    classes: [
      ...['power', 'energy', 'current', 'voltage', 'apparent_power', 'reactive_power', 'power_factor'],
      ...['frequency', 'temperature', 'humidity'],
    ],
  },
  binary_sensor: {
    keys: ['expire_after', 'force_update', 'off_delay', 'payload_on', 'payload_off', 'value_template'],
    needs: 'state_topic',
    classes: ['problem', 'power', 'plug', 'connectivity', 'safety'],
  },
  button: {
    keys: ['command_template', 'payload_press', 'retain'],
    needs: 'command_topic',
    classes: ['identify', 'restart', 'update'],
  },
};

const UNITS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  power: ['W', 'kW'],
  energy: ['Wh', 'kWh', 'MWh'],
  current: ['A', 'mA'],
  voltage: ['V', 'mV', 'kV'],
  apparent_power: ['VA', 'kVA'],
  reactive_power: ['var', 'kvar'],
  power_factor: ['%', undefined],
  frequency: ['Hz', 'kHz'],
  temperature: ['°C', '°F', 'K'],
  humidity: ['%'],
};
const statesOf = (deviceClass: string): readonly string[] =>
  deviceClass === 'energy' ? ['total', 'total_increasing'] : ['measurement'];

/** Text, or '' for anything else. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The problems that Home Assistant would have with an announcement, one a line; none for a good one.
 * @param retained the retained messages of the broker by topic
 */
export function discoveryProblems(topic: string, payload: string, retained: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const say: Say = (problem) => problems.push(problem);
  if (!/\/device\/[a-zA-Z0-9_-]+\/config$/.test(topic)) say(`${topic} is no topic of a device.`);
  if (Buffer.byteLength(payload) > 128 * 1024) say('The message is longer than some brokers take.');
  const message = JSON.parse(payload) as Json;
  const { device, origin, components } = message;
  if (!isObject(device) || !isObject(origin) || !isObject(components)) {
    say('device, origin and components are required.');
    return problems;
  }
  for (const key of Object.keys(message)) {
    if (!['device', 'origin', 'components'].includes(key) && !SHARED_KEYS.has(key)) say(`${key} is unknown.`);
  }
  checkDevice(device, say);
  if (typeof origin['name'] !== 'string') say('origin.name is required.');
  checkAvailability(message['availability'], retained, say);
  const ids = new Set<unknown>();
  for (const [key, component] of Object.entries(components)) {
    const sayOf: Say = (problem) => say(`${key}: ${problem}`);
    if (!isObject(component)) sayOf('it must be an object.');
    else if (Object.keys(component).join() === 'platform')
      continue; // it is taken away
    else {
      if (ids.has(component['unique_id'])) sayOf('its unique_id is that of another.');
      ids.add(component['unique_id']);
      checkComponent(component, String(device['name']), sayOf);
      checkState(component, retained, sayOf);
    }
  }
  return problems;
}

function checkDevice(device: Json, say: Say): void {
  const { identifiers, connections, configuration_url: url } = device;
  if (![identifiers, connections].some((list) => Array.isArray(list) && list.length > 0)) {
    say('device.identifiers or device.connections is required.');
  }
  for (const [key, value] of Object.entries(device)) {
    if (!DEVICE_KEYS.has(key)) say(`device.${key} is unknown.`);
    else if (!['identifiers', 'connections'].includes(key) && typeof value !== 'string')
      say(`device.${key} must be text.`);
  }
  if (url !== undefined && !/^(https?|homeassistant):\/\/[^/]/.test(text(url)))
    say('device.configuration_url is none.');
}

function checkAvailability(list: unknown, retained: ReadonlyMap<string, string>, say: Say): void {
  if (!Array.isArray(list) || list.length === 0) {
    say('Without availability, entities never show that the PDU is away.');
    return;
  }
  for (const { topic, payload_available: available } of list as Record<string, string>[]) {
    if (retained.get(topic ?? '') !== available) say(`${topic} is ${retained.get(topic ?? '')}, not ${available}.`);
  }
}

function checkComponent(component: Json, deviceName: string, say: Say): void {
  const platform = String(component['platform']);
  const row = PLATFORMS[platform];
  if (!row) {
    say(`the platform ${platform} is none of a PDU.`);
    return;
  }
  const { unique_id: uniqueId, default_entity_id: entity, name, device_class: deviceClass } = component;
  if (typeof uniqueId !== 'string') say('unique_id is required.');
  if (typeof entity !== 'string' || !new RegExp(`^${platform}\\.[a-z0-9_]+$`).test(entity)) {
    say('default_entity_id must be its platform and small letters, digits, underscores.');
  }
  for (const key of Object.keys(component)) {
    if (!ENTITY_KEYS.has(key) && !row.keys.includes(key)) say(`${key} is unknown to it.`);
  }
  if (component[row.needs] === undefined) say(`${row.needs} is required.`);
  if (/[#+]/.test(text(component['command_topic']))) say('command_topic has a wildcard.');
  if (component['retain'] === true) say('a retained command is given again to every new subscriber.');
  if (typeof name !== 'string' || name.startsWith(deviceName))
    say('its name must be text and not begin with the device.');
  const category = component['entity_category'];
  if (category !== undefined && category !== 'diagnostic' && (category !== 'config' || platform === 'sensor')) {
    say(`entity_category ${text(category)} is wrong.`);
  }
  if (deviceClass !== undefined && !row.classes.includes(text(deviceClass))) say(`device_class ${text(deviceClass)}.`);
  if (platform === 'sensor') checkSensor(component, say);
}

function checkSensor(component: Json, say: Say): void {
  const { device_class: deviceClass, unit_of_measurement: unit, state_class: state } = component;
  if (typeof deviceClass !== 'string') return;
  if (!UNITS[deviceClass]?.includes(unit as string | undefined))
    say(`the unit ${String(unit)} is none of ${deviceClass}.`);
  if (!statesOf(deviceClass).includes(String(state))) say(`state_class ${String(state)} is none of ${deviceClass}.`);
}

/** The retained message of its state is one that it understands. */
function checkState(component: Json, retained: ReadonlyMap<string, string>, say: Say): void {
  const topic = component['state_topic'];
  if (typeof topic !== 'string') return;
  const value = retained.get(topic);
  if (value === undefined) return say(`nothing is retained under ${topic}.`);
  const template = text(component['value_template']);
  const [, member] = /value_json\.([A-Za-z_]\w*)/.exec(template) ?? [];
  if (member !== undefined) {
    const found = (JSON.parse(value) as Json)[member];
    if (found === undefined && !template.includes('default')) say(`${topic} has no ${member}.`);
    if (found !== undefined && typeof found !== 'number') say(`${member} of ${topic} is no number.`);
  } else if (template === '') {
    const words = [
      component['state_on'] ?? component['payload_on'],
      component['state_off'] ?? component['payload_off'],
    ];
    if (!words.includes(value)) say(`${topic} is ${value}.`);
  }
}
