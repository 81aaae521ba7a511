import type { Millis } from '../../../common/clock.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import { energyOf } from '../../power-math.js';
import { heated, secondsToTrip, TRIP_HEAT, tripsAtOnce } from '../../breaker.js';
import { isLive, mainsOf, type Circuit } from './circuit.js';
import type { OutletState, SimulatedPdu } from './simulated-pdu.js';
import { activeAfter } from './transfer-switch.js';

/**
 * Advances the simulation: energy is counted, breakers warm, cool and trip at the right moment, however long the
 * interval is. Afterwards `circuit` holds the present currents. Returns true if a breaker tripped.
 */
export function advanceTime(pdu: SimulatedPdu, model: PduModel, circuit: Circuit, duration: Millis): boolean {
  let left = Math.max(0, duration) / 1000;
  let anyTripped = false;
  for (;;) {
    circuit.solve(pdu);
    const [due, stretch] = nextTrip(pdu, model, circuit, left);
    accumulate(pdu, model, circuit, stretch);
    left -= stretch;
    if (due === undefined) return anyTripped;
    due.breakerClosed = false;
    due.heat = TRIP_HEAT;
    anyTripped = true;
  }
}

/** The bank that trips first within `left` seconds and its time; no bank and the whole interval if all hold. */
function nextTrip(pdu: SimulatedPdu, { banks }: PduModel, { bankCurrent }: Circuit, left: number) {
  let soonest = left;
  let due: SimulatedPdu['banks'][number] | undefined;
  for (const { breaker, position } of banks) {
    const bank = pdu.banks[position];
    if (breaker === undefined || !bank?.breakerClosed) continue;
    const current = bankCurrent[position] ?? 0;
    const holds = tripsAtOnce(current, breaker) ? 0 : secondsToTrip(bank.heat, current, breaker);
    if (holds > soonest) continue;
    soonest = holds;
    due = bank;
  }
  return [due, soonest] as const;
}

/** Adds the effect of an interval of steady currents: energy in the meters, warmth in the breakers. */
function accumulate(pdu: SimulatedPdu, model: PduModel, circuit: Circuit, seconds: number): void {
  if (seconds <= 0) return;
  const duration = seconds * 1000;
  pdu.inlets.forEach((inlet, position) => (inlet.energy += energyOf(circuit.inletActive[position] ?? 0, duration)));
  model.banks.forEach(({ position, breaker }) => {
    const bank = pdu.banks[position];
    if (!bank) return;
    bank.energy += energyOf(circuit.bankActive[position] ?? 0, duration);
    if (breaker !== undefined) bank.heat = heated(bank.heat, circuit.bankCurrent[position] ?? 0, breaker, seconds);
  });
  pdu.outlets.forEach((outlet, position) => {
    const active = circuit.outletActive[position] ?? 0;
    if (active > 0) outlet.energy += energyOf(active, duration);
  });
}

/** Applies a change of the inlets: the transfer switch moves, and a return of the mains is a cold start. */
export function updateMains(pdu: SimulatedPdu, model: PduModel): void {
  if (model.profile.inletConfig === 'ats') {
    const sources = pdu.inlets.map((inlet, position) => ({
      voltage: mainsOf(inlet),
      nominalVoltage: model.inlets[position]?.nominalVoltage ?? 0,
    }));
    pdu.activeInlet = activeAfter(pdu.activeInlet, sources);
  }
  const withoutMains = !pdu.inlets.some((inlet) => isLive(mainsOf(inlet)));
  if (pdu.withoutMains && !withoutMains) coldStart(pdu, model);
  pdu.withoutMains = withoutMains;
}

/** The relays of a PDU without mains have fallen open; the controller then applies its power-on policy. */
function coldStart(pdu: SimulatedPdu, model: PduModel): void {
  pdu.powerOnCount++;
  if (model.profile.outletSwitching) for (const outlet of pdu.outlets) driveOutlet(outlet, 'OFF');
}

/** Drives a relay; a stuck contact stays where it is. */
export function driveOutlet(outlet: OutletState, state: OutletState['state']): void {
  outlet.state = state;
  if (!outlet.relayStuck) outlet.contact = state;
}
