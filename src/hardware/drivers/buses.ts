import { GPIO } from './gpio/gpio.bus.js';
import { MODBUS } from './modbus/modbus.bus.js';
import { SNMP } from './snmp/snmp.bus.js';
import type { Bus } from './wired/bus.js';

/** One row per kind of bus. */
export const BUSES: readonly Bus[] = [MODBUS, SNMP, GPIO];

/** Undefined for an unknown kind. */
export const busOf = (kind: unknown): Bus | undefined => BUSES.find((bus) => bus.kind === kind);
