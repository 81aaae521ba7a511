import { Logger } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../../common/access.js';
import type { SwitchOutcome } from '../../hardware/relays/switch-command.js';
import type { OutletOrder } from '../../outlets/outlet-commands.service.js';
import { MibContext, ViewCache, type MibSources } from './context.js';
import { compareOids, type MibColumn, type MibObject, type MibTable } from './object.js';
import { interfacesNow } from './interfaces.table.js';
import { mibTables } from './tables.js';

/** All objects that the agent serves, in ascending order, at one layout. */
export interface MibLayout {
  readonly columns: readonly MibColumn[];
  /** The objects of every row, whoever may view it. */
  readonly objects: readonly MibObject[];
}

/** The objects of the agent, made of the services of the controller. */
export class Mib {
  #views = new ViewCache();
  #revision = -1;
  #layoutKey = '';
  #layout: MibLayout | undefined;

  readonly #logger = new Logger('SNMP');
  readonly #tables: () => readonly MibTable[];

  constructor(private readonly sources: MibSources) {
    this.#tables = mibTables(sources);
    sources.rules.loadLastTriggered().catch((error: unknown) => {
      this.#logger.warn(`The times at which events triggered could not be read: ${String(error)}`);
    });
  }

  /** Rises with each snapshot and each change of a name or setting: what values are valid for, but for live ones. */
  get revision(): number {
    return this.sources.snapshots.revision;
  }

  /** The state that objects read from, for a role. Valid as long as the revision is the same. */
  at(access: Access): MibContext {
    this.#refresh();
    return new MibContext(this.sources, access, this.#views);
  }

  /** The same object until a row or a column comes or goes. */
  layout(at: MibContext): MibLayout {
    this.#refresh();
    return (this.#layout ??= this.#made(at));
  }

  /** Carries out what the objects of one SET ask of outlets, as one command. Throws like a command over HTTP. */
  switchOutlets(orders: readonly OutletOrder[], caller: CallerWithAddress): Promise<SwitchOutcome[]> {
    return this.sources.outletCommands.commandEach(orders, caller);
  }

  #refresh(): void {
    if (this.revision === this.#revision) return;
    this.#views = new ViewCache();
    this.#revision = this.revision;
    const key = layoutKey(this.sources);
    if (key !== this.#layoutKey) this.#layout = undefined;
    this.#layoutKey = key;
  }

  #made(at: MibContext): MibLayout {
    const tables = this.#tables();
    return {
      columns: tables.flatMap(({ columns }) => columns).sort((a, b) => compareOids(a.oid, b.oid)),
      objects: tables.flatMap((each) => each.objects(at)).sort((a, b) => compareOids(a.oid, b.oid)),
    };
  }
}

/** Differs when other rows are there: the model itself does not change while the controller runs. */
const layoutKey = ({ groups, events, settings }: MibSources): string =>
  JSON.stringify([
    settings.get('snmpCompatMibs'),
    groups.all.map(({ id }) => id),
    events.all.map(({ id }) => id),
    interfacesNow().map(({ index }) => index),
  ]);
