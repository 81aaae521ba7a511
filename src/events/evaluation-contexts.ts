import { Injectable } from '@nestjs/common';
import { zoneOf, type Zone } from '../common/calendar.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { ianaZone } from '../common/formats.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { EvaluationContext } from './engine/evaluation-context.js';
import { AutoPing } from '../probes/auto-ping.js';
import { EventObjectNames } from './event-object-names.js';
import { PowerOnDetector } from './probes/power-on-detector.js';

/** Makes the contexts that events are evaluated in: each snapshot with what is known besides it. */
@Injectable()
export class EvaluationContexts {
  #zone: Zone;
  #newest: EvaluationContext | undefined;

  constructor(
    private readonly settings: SettingsStore,
    private readonly energy: EnergyCountersService,
    private readonly powerOns: PowerOnDetector,
    private readonly pings: AutoPing,
    private readonly faults: ControllerFaults,
    private readonly names: EventObjectNames,
  ) {
    this.#readZone();
  }

  /** Calls the listener when the time zone has changed. */
  onZoneChange(listener: () => void): void {
    this.settings.onChange((keys) => {
      if (!keys.has('timezone') && !keys.has('daylightsavings')) return;
      this.#readZone();
      listener();
    });
  }

  /** The context of the newest tick; undefined before the first one. */
  get newest(): EvaluationContext | undefined {
    return this.#newest;
  }

  /** The context of a new tick. */
  next(now: Snapshot): EvaluationContext {
    const elapsed = this.#newest ? now.uptime - this.#newest.now.uptime : 0;
    return (this.#newest = { ...this.still(now), elapsed, poweredUp: this.powerOns.detect(now) });
  }

  /** A context in which no time has passed. */
  still(now: Snapshot): EvaluationContext {
    return {
      now,
      elapsed: 0,
      zone: this.#zone,
      poweredUp: false,
      fault: (kind) => this.faults.of(kind),
      namesOf: (object) => this.names.of(object),
      energyOf: (reading) => this.energy.energyOf(reading),
      pingFailures: (target, networkInterface) => this.pings.failures(target, networkInterface),
    };
  }

  #readZone(): void {
    const name = ianaZone(this.settings.get('timezone')) ?? 'UTC';
    this.#zone = zoneOf(name, this.settings.get('daylightsavings'));
  }
}
