import { Injectable } from '@nestjs/common';
import type { Access } from './access.js';
import type { Millis } from './clock.js';

/** The hardware of a controller, for the health. */
export interface HardwareFacts {
  readonly driver: string;
  readonly model: string;
  /** The time of the last answer, on the monotonic clock, and whether the last poll cycle got it; undefined before it. */
  readonly reading: { readonly readAt: Millis; readonly fresh: boolean } | undefined;
  /** The number of consecutive poll cycles in which the hardware did not answer. */
  readonly failuresInARow: number;
  /** True if the intent journal cannot be written either. */
  readonly isJournalLost: boolean;
}

export interface HttpsFacts {
  readonly enabled: boolean;
  /** The port on which it listens; undefined while it does not. */
  readonly port?: number | undefined;
  /** Wall clock at which the certificate in use ends. */
  readonly certificateEnds: Millis | undefined;
  /** True for the controller's own certificate, which it renews automatically. */
  readonly isOwnCertificate: boolean;
  /** The reason why it does not work as set. */
  readonly trouble: string | undefined;
}

/** The protocol servers that are switched on. */
export interface ProtocolFacts {
  readonly problem: string | undefined;
  /** True if a setting of theirs is dangerous. */
  readonly isWarning: boolean;
}

export interface BackupFacts {
  /** Wall clock of the newest scheduled backup. */
  readonly last?: Millis | undefined;
  readonly trouble: string | undefined;
}

export interface HubFacts {
  /** The reason why there is no link to the hub, once that has lasted. */
  readonly trouble: string | undefined;
}

export interface BrokerFacts {
  /** The reason stays with the broker, because it has addresses that not every reader of the health may know. */
  readonly isConnected: boolean;
}

export interface SitesFacts {
  /** True if a site cannot be reached of which this role sees a PDU. */
  isAnyLost(access: Access): boolean;
}

export interface ShardFacts {
  /** The number of shards of PDUs for which this hub acts. */
  readonly count: number;
}

export interface PingFacts {
  /** The reason why this host cannot send pings. */
  readonly unavailableReason?: string | undefined;
}

/** The facts by the name under which a module registers them. A module that a process does not have registers none. */
export interface FactsByName {
  readonly hardware: HardwareFacts;
  readonly https: HttpsFacts;
  /** The number of connections to the live stream. */
  readonly streamReaders: number;
  /** Undefined while no protocol server is switched on. */
  readonly protocols: ProtocolFacts | undefined;
  /** Undefined without scheduled backups. */
  readonly backup: BackupFacts | undefined;
  /** Undefined in a controller without a hub. */
  readonly hub: HubFacts | undefined;
  /** Undefined in a hub whose broker is a part of it. */
  readonly broker: BrokerFacts | undefined;
  /** The sites of a hub. */
  readonly sites: SitesFacts;
  /** Undefined in a hub that has its database alone. */
  readonly shards: ShardFacts | undefined;
  /** Undefined while no event and no outlet names a host to ping. */
  readonly ping: PingFacts | undefined;
  /** Problems that are no faults but should be fixed; for administrators. */
  readonly remarks: readonly string[];
}

/** The facts about health of all modules, read at each question. */
@Injectable()
export class HealthFactsRegistry {
  readonly #sources = new Map<keyof FactsByName, () => unknown>();

  add<Name extends keyof FactsByName>(name: Name, read: () => FactsByName[Name]): void {
    if (this.#sources.has(name)) throw new Error(`The facts "${name}" are registered already.`);
    this.#sources.set(name, read);
  }

  /** The facts of the modules that there are. */
  read(): Partial<FactsByName> {
    const facts: Record<string, unknown> = {};
    for (const [name, read] of this.#sources) facts[name] = read();
    return facts;
  }
}
