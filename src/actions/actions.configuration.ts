import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { GroupEntry } from '../groups/groups.configuration.js';
import { ConfigSections, Secret, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck, CheckedEntry } from '../common/configuration/document-check.js';
import { mapEntries, mapParams, type MapId } from '../common/configuration/part-ids.js';
import { ApiError } from '../common/errors.js';
import { FactoryResets } from '../common/factory-resets.js';
import { mapInSlices } from '../common/time-slices.js';
import type { RelayOutputEntry } from '../relay-outputs/relay-outputs.configuration.js';
import { isMask } from '../settings/conf.view.js';
import { ActionEntryDto } from './action.dto.js';
import { ActionRunEntity, ActionEntity } from './action.entity.js';
import { ActionRunRepository } from './execution/action-run.repository.js';
import { ActionStore } from './action.store.js';
import { isSecret } from './action.view.js';
import { actionCode } from './catalogue/index.js';
import { isSameUse, readParams } from './catalogue/read-params.js';
import { toParams, type Params } from './catalogue/row.js';
import { SwitchTargetsService, type NamedTargets } from './catalogue/switch-targets.service.js';

/** An entry of the configuration document with its defaults written out. */
export interface ActionEntry {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly code: number;
  readonly params: readonly (string | Secret)[];
}

/** The actions in the configuration document and in a factory reset. */
@Injectable()
export class ActionsConfiguration implements OnModuleInit, ConfigSection<ActionEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly store: ActionStore,
    private readonly targets: SwitchTargetsService,
    private readonly runs: ActionRunRepository,
  ) {}

  onModuleInit(): void {
    this.sections.add('actions', this);
    this.resets.add('actions', { tables: [ActionEntity], reset: () => this.store.replaceAll([]) });
    this.resets.add('action runs', { tables: [ActionRunEntity], reset: () => this.runs.deleteAll() });
  }

  read(): ActionEntry[] {
    return this.store
      .all()
      .map((action) => this.#entryOf(action))
      .sort((a, b) => a.id - b.id);
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapEntries('actions', given, (entry, path) => {
      const kinds = actionCode(Number(entry['code']))?.params.map(({ kind }) => kind) ?? [];
      return mapParams(entry, kinds, path, map);
    });
  }

  async check(given: unknown, check: DocumentCheck): Promise<ActionEntry[]> {
    const entries = await check.entries(ActionEntryDto, given, 'actions');
    const targets = this.#plannedTargets(check);
    const wanted = await mapInSlices(entries, (each) => this.#checked(each, targets, check) ?? []);
    return wanted.flat().sort((a, b) => a.id - b.id);
  }

  async apply(wanted: ActionEntry[]): Promise<void> {
    const now = new Map(this.store.all().map((action) => [action.id, action]));
    await this.store.replaceAll(
      await mapInSlices(wanted, (entry) => {
        const known = now.get(entry.id);
        if (known && isSame(this.#entryOf(known), entry)) return known;
        return { ...entry, params: toParams(entry.params.map(textOf)) };
      }),
    );
  }

  #checked(
    { entry, path }: CheckedEntry<ActionEntryDto>,
    targets: NamedTargets,
    check: DocumentCheck,
  ): ActionEntry | undefined {
    const { id, name, enabled = true, code } = entry;
    const row = actionCode(code);
    if (!row) {
      check.problem(`${path}.code`, new ApiError('ACTION_CODE_UNKNOWN', code).message);
      return;
    }
    const known = this.store.get(id);
    const stored = known?.code === code ? this.store.decryptedParams(known) : undefined;
    // A stored secret was given for what the other parameters say.
    const usable = isSameUse(row, entry.params ?? [], lenient(targets, path, SILENT), stored) ? stored : undefined;
    const [params, isLost] = this.#withSecrets(entry, path, usable, check);
    const made = (values: Params): ActionEntry => ({ id, name, enabled, code, params: shown(code, values) });
    // Another model may have run when it was written; what nobody changes stays as it is.
    const isAsBefore = stored?.join('\n') === params.join('\n');
    if (!isAsBefore && !row.fits(this.targets.model)) {
      check.unfit(`${path}.code`, `This model cannot perform the action ${code}, ${row.name}.`);
      return;
    }
    try {
      const read = readParams(row, params, lenient(targets, path, check), stored);
      return made(toParams(read.map((value, place) => (isLost(place) ? '' : value))));
    } catch (error) {
      if (isAsBefore) return made(params);
      check.refuse(path, error, 'unfit');
      return;
    }
  }

  /** The parameters in the clear. One that is secret and not sent is the document's, else the one that is there. */
  #withSecrets(
    { id, code, params = [] }: ActionEntryDto,
    path: string,
    stored: Params | undefined,
    check: DocumentCheck,
  ): readonly [Params, (place: number) => boolean] {
    const lost = new Set<number>();
    const values = toParams(params).map((sent, place) => {
      if (!isSecret(code, place) || (sent !== '' && !isMask(sent))) return sent;
      const secret = check.secret(`actions.${id}.params.${place}`) ?? (check.hasSecrets ? undefined : stored?.[place]);
      if (secret !== undefined && secret !== '') return secret;
      lost.add(place);
      check.warn(`${path}.params.${place}`, 'The secret is not in the document; the action fails until it is set.');
      return LOST;
    });
    return [toParams(values), (place) => lost.has(place)];
  }

  /** The objects that parameters may name: the groups and relay outputs that the document makes. */
  #plannedTargets(check: DocumentCheck): NamedTargets {
    const groups = new Map((check.planned<GroupEntry[]>('groups') ?? []).map((group) => [String(group.id), group]));
    const relays = check.planned<RelayOutputEntry[]>('relayOutputs') ?? [];
    return {
      outlet: (idOrIndex) => this.targets.outlet(idOrIndex),
      groupAt: (id) => groups.get(id),
      relayOutput: (idOrName) =>
        relays.find(({ id, relayName }) => id === idOrName || relayName.toLowerCase() === idOrName.toLowerCase())?.id,
      sensor: (port) => this.targets.sensor(port),
    };
  }

  #entryOf(action: Readonly<ActionEntity>): ActionEntry {
    const { id, name, enabled, code } = action;
    const open = this.store.decryptedParams(action);
    const params = open
      ? shown(code, open)
      : toParams(action.params).map((value, at) => (isSecret(code, at) ? '' : value));
    return { id, name, enabled, code, params };
  }
}

/**
 * A group may be deleted, a relay output renamed, that an action names. Such an action must come back from a document as
 * it went into it, so what is not there is a warning and no error.
 */
const lenient = (targets: NamedTargets, path: string, check: Pick<DocumentCheck, 'warn'>): NamedTargets => ({
  ...targets,
  groupAt: (id) => {
    const group = targets.groupAt(id);
    if (group || !/^[1-9]\d{0,8}$/.test(id)) return group;
    check.warn(`${path}.params.0`, `No group has the id ${id}; the action fails until there is one.`);
    return { id: Number(id) };
  },
  relayOutput: (name) => {
    const id = targets.relayOutput(name);
    if (id !== undefined || name === '' || name.length > MAX_NAME_LENGTH) return id;
    check.warn(`${path}.params.0`, `No relay output is named "${name}"; the action fails until one is.`);
    return name;
  },
});

const SILENT: Pick<DocumentCheck, 'warn'> = { warn: () => undefined };

const MAX_NAME_LENGTH = 100;

/** Stands for a secret that nobody knows, while the other parameters are checked. */
const LOST = 'lost';

const shown = (code: number, params: Params): (string | Secret)[] =>
  params.map((value, place) => (isSecret(code, place) && value !== '' ? new Secret(value) : value));

const textOf = (param: string | Secret): string => (param instanceof Secret ? param.text : param);
const plain = (entry: ActionEntry): string => JSON.stringify({ ...entry, params: entry.params.map(textOf) });
const isSame = (a: ActionEntry, b: ActionEntry): boolean => plain(a) === plain(b);
