import { Injectable } from '@nestjs/common';
import { SettingsStore } from '../../settings/settings.store.js';
import type { LinkSession } from '../link/link-session.js';
import { FleetCommands } from './fleet-commands.js';
import { FleetSwitchingService } from './fleet-switching.service.js';
import type { CommandEnd } from './ledger.js';
import { Ledger } from './ledger.js';
import { LedgerStore } from './ledger.store.js';

/** The link as the commands need it: the one that there is now, if there is one. */
export interface CommandLink {
  readonly session: LinkSession;
  /** The address of the hub, for the audit log. */
  readonly hub: string;
}

/** Makes the commands of the hub those of this controller: its ledger on the disk, its relays, and its setting. */
@Injectable()
export class FleetCommandService {
  constructor(
    private readonly store: LedgerStore,
    private readonly switching: FleetSwitchingService,
    private readonly settings: SettingsStore,
  ) {}

  /** Resolves when what the last stop has cut off has its end; commands are received only then. */
  async start(link: () => CommandLink | undefined): Promise<FleetCommands> {
    const { store, switching } = this;
    const ledger = new Ledger();
    const { newest, ended } = await store.load();
    ledger.load(newest, ended);
    const commands = new FleetCommands(ledger, {
      now: () => link()?.session.now,
      refusal: () => this.#refusal,
      store: (entry, isNewest) => store.store(entry, isNewest),
      drive: (command, lateEnd) => switching.drive(command, link()?.hub ?? '', () => lateEnd() ?? this.#lateRefusal),
      measured: (relay) => switching.measured(relay),
      isRebooting: (relay) => switching.isRebooting(relay),
      answer: (entry) => link()?.session.answer(entry),
      askForTime: () => link()?.session.askForTime(),
      remove: (ids) => store.remove(ids),
    });
    await commands.resume();
    return commands;
  }

  /** The code of the reason why the hub may not switch; undefined if it may. */
  get #refusal(): string | undefined {
    return this.settings.get('fleetAccess') === 'switch' ? undefined : 'FLEET_NOT_ALLOWED';
  }

  /** For a command that has waited while the setting was changed. */
  get #lateRefusal(): CommandEnd | undefined {
    const code = this.#refusal;
    return code === undefined ? undefined : { outcome: 'refused', code, measured: null };
  }
}
