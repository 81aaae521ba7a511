import type { Protection } from '../../outlets/outlet-protection.js';
import { lineMember, member, QUANTITIES, type Components } from './component.js';

/** The PDU as far as the user of MQTT may view and switch it. */
export interface ShownPdu {
  readonly metersOutlets: boolean;
  /** False where the announcement would be too long with the current of each outlet. */
  readonly withCurrents: boolean;
  readonly seesDevice: boolean;
  readonly mayRestart: boolean;
  readonly outlets: readonly {
    readonly index: number;
    readonly name: string;
    readonly protection: Protection;
    readonly maySwitch: boolean;
  }[];
  readonly banks: readonly { readonly id: string; readonly name: string; readonly hasBreaker: boolean }[];
  readonly inlets: readonly { readonly place: number; readonly name: string; readonly lines: readonly string[] }[];
  readonly sensors: readonly { readonly port: string; readonly name: string }[];
  readonly relays: readonly { readonly id: string; readonly name: string; readonly maySwitch: boolean }[];
  /** Those that the user may switch. */
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

const CONFIG = { entity_category: 'config' } as const;
const DIAGNOSTIC = { entity_category: 'diagnostic' } as const;
const HIDDEN = { enabled_by_default: false } as const;

export function addOutlets(components: Components, { outlets, metersOutlets, withCurrents }: ShownPdu): void {
  for (const { index, name, protection, maySwitch } of outlets) {
    const key = `outlet_${index}`;
    const topic = `outlets/${index}`;
    if (maySwitch && protection === 'none') components.switch(key, name, topic, { device_class: 'outlet' });
    else components.binarySensor(key, name, `${topic}/state`, 'ON', 'OFF', { device_class: 'power' });
    if (maySwitch && (protection === 'none' || protection === 'rebootOnly')) {
      components.button(`${key}_reboot`, `${name} reboot`, topic, 'REBOOT', { device_class: 'restart', ...CONFIG });
    }
    if (!metersOutlets) continue;
    components.sensor(`${key}_power`, `${name} power`, topic, QUANTITIES.power, member('power'));
    if (withCurrents) {
      components.sensor(`${key}_current`, `${name} current`, topic, QUANTITIES.current, member('current'), true);
    }
    components.sensor(`${key}_energy`, `${name} energy`, topic, QUANTITIES.energy, member('energy'));
  }
}

export function addBanks(components: Components, { banks }: ShownPdu): void {
  for (const { id, name, hasBreaker } of banks) {
    const key = `bank_${id}`;
    const topic = `banks/${id}`;
    components.sensor(`${key}_current`, `${name} current`, topic, QUANTITIES.current, member('current'));
    if (!hasBreaker) continue;
    components.sensor(`${key}_load`, `${name} load`, topic, QUANTITIES.load, member('load'));
    const problem = { device_class: 'problem' };
    components.binarySensor(`${key}_breaker`, `${name} breaker`, `${topic}/breaker`, 'TRIPPED', 'CLOSED', problem);
  }
}

export function addInlets(components: Components, { inlets }: ShownPdu): void {
  for (const { place, name, lines } of inlets) {
    const key = `inlet_${place}`;
    const topic = `inlets/${place}`;
    const add = (part: string, words: string, quantity: keyof typeof QUANTITIES, isHidden = false): void =>
      components.sensor(`${key}_${part}`, `${name} ${words}`, topic, QUANTITIES[quantity], member(quantity), isHidden);
    add('voltage', 'voltage', 'voltage');
    add('current', 'current', 'current');
    add('power', 'power', 'power');
    add('apparent', 'apparent power', 'apparentPower', true);
    add('reactive', 'reactive power', 'reactivePower', true);
    add('pf', 'power factor', 'powerFactor', true);
    add('frequency', 'frequency', 'frequency');
    add('energy', 'energy', 'energy');
    lines.forEach((line, at) => {
      for (const quantity of ['current', 'voltage'] as const) {
        const id = `${key}_${line}_${quantity}`;
        components.sensor(id, `${name} ${line} ${quantity}`, topic, QUANTITIES[quantity], lineMember(at, quantity));
      }
    });
  }
}

export function addSensors(components: Components, { sensors }: ShownPdu): void {
  for (const { port, name } of sensors) {
    for (const quantity of ['temperature', 'humidity'] as const) {
      const id = `sensor_${port}_${quantity}`;
      components.sensor(id, `${name} ${quantity}`, `sensors/${port}`, QUANTITIES[quantity], member(quantity));
    }
  }
}

/** Relay outputs, groups, and the controller itself. */
export function addControls(components: Components, { relays, groups, seesDevice, mayRestart }: ShownPdu): void {
  for (const { id, name, maySwitch } of relays) {
    if (maySwitch) components.switch(`relay_${id}`, name, `relays/${id}`, {});
    else components.binarySensor(`relay_${id}`, name, `relays/${id}/state`, 'ON', 'OFF', {});
  }
  for (const { id, name } of groups) {
    for (const state of ['on', 'off', 'reboot']) {
      const press = state.toUpperCase();
      components.button(`group_${id}_${state}`, `${name} ${state}`, `groups/${id}`, press, { ...CONFIG, ...HIDDEN });
    }
  }
  if (seesDevice) {
    components.binarySensor('health', 'Health', 'health', 'PROBLEM', 'OK', { device_class: 'problem', ...DIAGNOSTIC });
  }
  if (mayRestart) {
    components.button('restart', 'Restart controller', 'restart', 'RESTART', {
      device_class: 'restart',
      ...DIAGNOSTIC,
    });
  }
}
