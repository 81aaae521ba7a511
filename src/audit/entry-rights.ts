import { Injectable } from '@nestjs/common';
import { OUTLET_LISTS, type Access, type PermissionFlag } from '../common/access.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';

/** True if a role may read of this object; `id` is what follows the kind in the object's name. */
export type ObjectRule = (access: Access, id: string) => boolean;

const withFlag =
  (...flags: readonly PermissionFlag[]): ObjectRule =>
  (access) =>
    flags.every((flag) => access.can(flag));

/** True for a role that may read the log at all: by the permission of its own, or by the one for the users. */
export const mayReadLog = (access: Access): boolean => LOG_FLAGS.some((flag) => access.can(flag));
export const LOG_FLAGS: readonly PermissionFlag[] = ['viewLog', 'viewUsersList'];

/** By the first word of the object's name; what does not stand here is for administrators. */
const RULES: Readonly<Record<string, ObjectRule>> = {
  user: mayReadLog, // sign-ins are in it, and every entry names a user
  role: withFlag('viewUsersList'),
  outlet: (access, id) => access.mayView(id),
  inlet: withFlag('viewInletStats'),
  line: withFlag('viewInletStats'),
  bank: withFlag('viewBankStats'),
  relayOutput: withFlag('viewPortInfo'),
  sensor: withFlag('viewPortInfo'),
  hub: withFlag('viewPortInfo'),
  hubRelay: withFlag('viewPortInfo'),
  vdcOutput: withFlag('viewPortInfo'),
  group: withFlag('viewOutletGroups'),
  event: withFlag('viewEventActions'),
  action: withFlag('viewEventActions'),
  automation: withFlag('viewEventActions'),
  webhook: withFlag('viewEventActions'),
  peer: withFlag('viewEventActions'),
  redfishSubscription: withFlag('viewNetworkSettings'),
  host: withFlag('viewNetworkSettings'),
  certificate: withFlag('viewNetworkSettings'),
  syslog: withFlag('viewNetworkSettings'),
  device: withFlag('viewGlobalDeviceSettings'),
};

/** The object of an entry: `outlet:1-1200578`, or a kind alone. */
const OBJECT = /^([^:]+):?(.*)$/;
const OUTLET = /^\d+-\d+$/;
/** A list of a role, which at a hub names PDUs. */
const isOutletList = (name: string): boolean => OUTLET_LISTS.some((list) => list === name);
/** The object in the entry of an event that triggered: "outlet 1-1200578". */
const ABOUT = /^(inlet|line|bank|outlet|sensor|hub) (\S+)$/;

/** Decides who may read which entries of the audit log: those who may read the object, and administrators all. */
@Injectable()
export class EntryRights {
  readonly #rules = new Map(Object.entries(RULES).map(([kind, mayRead]) => [kind, { mayRead, hasOutlets: false }]));

  /**
   * Registers the rule for objects of one more kind.
   * @param hasOutlets true if outlets in their entries are their own: a hub lists PDUs in its roles, and no outlets
   */
  add(kind: string, mayRead: ObjectRule, hasOutlets = false): void {
    this.#rules.set(kind, { mayRead, hasOutlets });
  }

  /** Kinds of objects of which a role may perhaps read; undefined: all there are. */
  kindsFor(access: Access | undefined): string[] | undefined {
    return !access || access.isAdministrator ? undefined : [...this.#rules.keys()];
  }

  /** Without a role the controller itself asks. */
  mayRead(access: Access | undefined, { object, before, after }: AuditEntryEntity): boolean {
    if (!access || access.isAdministrator) return true;
    const [, kind = '', id = ''] = OBJECT.exec(object) ?? [];
    const rule = this.#rules.get(kind);
    if (!rule?.mayRead(access, id)) return false;
    if (rule.hasOutlets) return true;
    return [before, after].every((members) => members === null || this.#mayReadMembers(access, JSON.parse(members)));
  }

  /** A group's entry names outlets, an event's what it triggered for. */
  #mayReadMembers(access: Access, members: unknown): boolean {
    if (typeof members === 'object' && members !== null) {
      return Object.entries(members).every(([name, value]) => {
        if (OUTLET.test(name) && !this.#mayReadOutlet(access, name)) return false;
        if (isOutletList(name) && Array.isArray(value)) return value.every((id) => this.#mayReadOutlet(access, id));
        // Whoever may read an event or action may read its parameters, too; a reason is free text that names nothing.
        return name === 'params' || name === 'reason' || this.#mayReadMembers(access, value);
      });
    }
    if (typeof members !== 'string') return true;
    if (OUTLET.test(members)) return this.#mayReadOutlet(access, members);
    const [, kind, id] = ABOUT.exec(members) ?? [];
    return kind === undefined || id === undefined || this.#rules.get(kind)?.mayRead(access, id) === true;
  }

  #mayReadOutlet(access: Access, id: unknown): boolean {
    return this.#rules.get('outlet')?.mayRead(access, String(id)) === true;
  }
}
