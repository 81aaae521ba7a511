import type { Amps } from '../common/units.js';
import type { EventObjectKind } from '../actions/event-occurrence.js';
import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { ANY } from './catalogue/model-objects.js';

/** An event that suits this PDU. */
export interface Suggestion {
  /** Stays the same for the same code and parameters. */
  readonly id: string;
  readonly name: string;
  readonly code: number;
  readonly params: readonly string[];
  /** A sentence that says why. */
  readonly reason: string;
}

/** The parts of a model, with what is known besides their profile. */
export interface KnownParts {
  readonly now: Snapshot;
  readonly nameOf: (kind: Exclude<EventObjectKind, 'system' | 'network' | 'line' | 'hub'>, id: string) => string;
  /** True if a device with a name or address is entered for the outlet. */
  readonly hasDevice: (outlet: string) => boolean;
}

/** Shares of a rating that are worth a warning, and worth an alarm. */
const CONTINUOUS = { share: 0.8, why: 'Continuous loads should stay below it.' };
const LOADS = [CONTINUOUS, { share: 0.95, why: 'A little more, and the breaker trips.' }];
const LOAD_SECONDS = '10';
/** The share of the nominal voltage below which there is no supply. */
const LOST_SHARE = 0.5;
const LOST_SECONDS = '3';
const WARM_CELSIUS = '32';
const WARM_SECONDS = '60';
/** Less current than this is that of a device that is off or has lost its power supply, A. */
const IDLE_AMPS = '0.02';
const IDLE_SECONDS = '600';

/** The events that suit a model and what is plugged in, the most urgent ones first. */
export function suggestionsFor(model: PduModel, parts: KnownParts): Suggestion[] {
  return [
    ...tripped(model),
    ...supplyLost(model, parts),
    ...loads(model, parts),
    ...outletLoads(model, parts),
    ...warm(model, parts),
    ...idle(model, parts),
  ];
}

const suggestion = (name: string, code: number, params: readonly string[], reason: string): Suggestion => ({
  id: [code, ...params].join('_'),
  name: name.slice(0, 100),
  code,
  params,
  reason,
});

function tripped({ banks }: PduModel): Suggestion[] {
  if (banks.every(({ breaker }) => breaker === undefined)) return [];
  return [suggestion('Breaker tripped', 30, [ANY], 'Everything behind a tripped breaker is without power.')];
}

function supplyLost(model: PduModel, { nameOf }: KnownParts): Suggestion[] {
  if (model.profile.inletConfig === 'ats') {
    const reason = 'The other source is then the only one.';
    return [suggestion('Secondary power source lost', 57, [], reason)];
  }
  const reason = 'Everything that it feeds is then without power.';
  const limitOf = (nominal: number): string => String(Math.round(nominal * LOST_SHARE));
  // Inlets with three lines have no voltage of their own; their banks do.
  return model.isThreePhase
    ? model.banks.map((bank) => {
        const nominal = model.inlets.find(({ id }) => id === bank.inletId)?.nominalVoltage ?? 0;
        const params = [bank.id, limitOf(nominal), LOST_SECONDS];
        return suggestion(`${nameOf('bank', bank.id)} has lost its supply`, 34, params, reason);
      })
    : model.inlets.map(({ id, nominalVoltage }) =>
        suggestion(
          `${nameOf('inlet', id)} has lost its supply`,
          18,
          [id, limitOf(nominalVoltage), LOST_SECONDS],
          reason,
        ),
      );
}

/** The loads of all breakers: those of the banks, or that of the supply where banks have none. */
function loads(model: PduModel, { nameOf }: KnownParts): Suggestion[] {
  const rated = model.banks.flatMap(({ id, breaker }) =>
    breaker === undefined ? [] : [{ code: 31, id, name: nameOf('bank', id), amps: breaker, rating: 'its breaker' }],
  );
  const supplies = model.inlets.flatMap(({ id, lineIds, ratedCurrent }) => {
    const name = nameOf('inlet', id);
    const rating = 'what it is rated for';
    return model.isThreePhase
      ? lineIds.map((line) => ({ code: 13, id: line.id, name: `${name} ${line.line}`, amps: ratedCurrent, rating }))
      : [{ code: 15, id, name, amps: ratedCurrent, rating }];
  });
  return (rated.length > 0 ? rated : supplies).flatMap((part) => LOADS.map((load) => loadOf(part, load)));
}

/** The loads of outlets that are in use and metered, once each: no breaker is behind a single one. */
function outletLoads({ profile, outlets }: PduModel, { hasDevice, nameOf }: KnownParts): Suggestion[] {
  if (!profile.outletMetering) return [];
  return outlets.flatMap(({ id, ratedCurrent: amps }) =>
    amps === undefined || !hasDevice(id)
      ? []
      : [loadOf({ code: 45, id, name: nameOf('outlet', id), amps, rating: 'its receptacle' }, CONTINUOUS)],
  );
}

/** A part that may carry so much, with the code of the event for its current. */
interface RatedPart {
  readonly code: number;
  readonly id: string;
  readonly name: string;
  readonly amps: Amps;
  readonly rating: string;
}

function loadOf({ code, id, name, amps, rating }: RatedPart, { share, why }: typeof CONTINUOUS): Suggestion {
  const limit = Math.round(amps * share * 100) / 100;
  const percent = `${share * 100} %`;
  const reason = `${limit} A is ${percent} of the ${amps} A of ${rating}. ${why}`;
  return suggestion(`${name} above ${percent}`, code, [id, String(limit), LOAD_SECONDS], reason);
}

function warm({ sensors }: PduModel, { now, nameOf }: KnownParts): Suggestion[] {
  const connected = sensors.filter(({ kind, position }) => kind === 'temp_hum' && now.sensors[position]?.connected);
  return connected.map(({ id }) => {
    const reason = 'Most equipment is specified for air of up to 35 °C at its inlet; there is still time at 32 °C.';
    return suggestion(`${nameOf('sensor', id)} above 32 °C`, 49, [id, WARM_CELSIUS, WARM_SECONDS], reason);
  });
}

function idle({ profile, outlets }: PduModel, { hasDevice, nameOf }: KnownParts): Suggestion[] {
  if (!profile.outletMetering) return [];
  const used = outlets.filter(({ id }) => hasDevice(id));
  return used.map(({ id }) => {
    const name = nameOf('outlet', id);
    const reason = `${name} is in use; when it draws nothing for 10 minutes, it is off or a power supply has failed.`;
    return suggestion(`${name} draws nothing`, 46, [id, IDLE_AMPS, IDLE_SECONDS], reason);
  });
}
