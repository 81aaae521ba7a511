import type { Millis } from '../../../kernel/clock.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import { energyOf } from '../../power-math.js';
import { heated, secondsToTrip, TRIP_HEAT, tripsAtOnce } from './breaker.js';
import { isLive, mainsOf, type Circuit } from './circuit.js';
import type { OutletState, Plant } from './plant.js';
import { activeAfter } from './transfer-switch.js';

/**
 * Lets time pass: energy is counted, breakers warm, cool and trip at their moment, however long the stretch is.
 * Afterwards `circuit` holds what flows now. Answers whether a breaker tripped.
 */
export function letPass(plant: Plant, model: PduModel, circuit: Circuit, duration: Millis): boolean {
  let left = Math.max(0, duration) / 1000;
  let anyTripped = false;
  for (;;) {
    circuit.solve(plant);
    const [due, stretch] = nextTrip(plant, model, circuit, left);
    count(plant, model, circuit, stretch);
    left -= stretch;
    if (due === undefined) return anyTripped;
    due.breakerClosed = false;
    due.heat = TRIP_HEAT;
    anyTripped = true;
  }
}

/** The bank that trips first within `left` seconds and when; none and the whole stretch if all hold. */
function nextTrip(plant: Plant, { banks }: PduModel, { bankCurrent }: Circuit, left: number) {
  let soonest = left;
  let due: Plant['banks'][number] | undefined;
  for (const { breaker, position } of banks) {
    const bank = plant.banks[position];
    if (breaker === undefined || !bank?.breakerClosed) continue;
    const current = bankCurrent[position] ?? 0;
    const holds = tripsAtOnce(current, breaker) ? 0 : secondsToTrip(bank.heat, current, breaker);
    if (holds > soonest) continue;
    soonest = holds;
    due = bank;
  }
  return [due, soonest] as const;
}

/** Adds what a stretch of steady flow leaves behind: energy in the meters, warmth in the breakers. */
function count(plant: Plant, model: PduModel, circuit: Circuit, seconds: number): void {
  if (seconds <= 0) return;
  const duration = seconds * 1000;
  plant.inlets.forEach((inlet, position) => (inlet.energy += energyOf(circuit.inletActive[position] ?? 0, duration)));
  model.banks.forEach(({ position, breaker }) => {
    const bank = plant.banks[position];
    if (!bank) return;
    bank.energy += energyOf(circuit.bankActive[position] ?? 0, duration);
    if (breaker !== undefined) bank.heat = heated(bank.heat, circuit.bankCurrent[position] ?? 0, breaker, seconds);
  });
  plant.outlets.forEach((outlet, position) => {
    const active = circuit.outletActive[position] ?? 0;
    if (active > 0) outlet.energy += energyOf(active, duration);
  });
}

/** What follows at once when inlets change: the transfer switch moves, and mains that come back are a cold start. */
export function settleMains(plant: Plant, model: PduModel): void {
  if (model.profile.inletConfig === 'ats') {
    const sources = plant.inlets.map((inlet, position) => ({
      voltage: mainsOf(inlet),
      nominalVoltage: model.inlets[position]?.nominalVoltage ?? 0,
    }));
    plant.activeInlet = activeAfter(plant.activeInlet, sources);
  }
  const withoutMains = !plant.inlets.some((inlet) => isLive(mainsOf(inlet)));
  if (plant.withoutMains && !withoutMains) coldStart(plant, model);
  plant.withoutMains = withoutMains;
}

/** The relays of a PDU without mains have fallen open; the controller then applies its power-on policy. */
function coldStart(plant: Plant, model: PduModel): void {
  plant.powerOnCount++;
  if (model.profile.outletSwitching) for (const outlet of plant.outlets) driveOutlet(outlet, 'OFF');
}

/** Drives a relay; a stuck contact stays where it is. */
export function driveOutlet(outlet: OutletState, state: OutletState['state']): void {
  outlet.state = state;
  if (!outlet.relayStuck) outlet.contact = state;
}
