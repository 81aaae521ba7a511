import { createHash } from 'node:crypto';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { OutletId } from './ids.js';
import { ApiError } from './errors.js';

/**
 * The permission flags of a role in the specification's order, then our own, each with a description for the API document. The classes
 * of the API follow from this list; the page of a role shows a flag by its place in web/src/pages/roles/areas.ts.
 */
export const PERMISSION_DESCRIPTIONS = {
  viewInletStats: 'Read the inlets and their lines.',
  modifyInletStats: 'Change the names of inlets and reset their counters.',
  viewBankStats: 'Read the banks and their breakers.',
  modifyBankStats: 'Change the names of banks and reset their counters.',
  viewEventActions: 'Read events, actions and their history.',
  modifyEventActions: 'Create, change, test and delete events and actions.',
  viewNetworkSettings: 'Read the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.',
  modifyNetworkSettings: 'Change the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.',
  modifyLcdSettings: 'Change the settings of the display.',
  modifyPortSettings: 'Change sensors, relay outputs and ports, and switch relay outputs.',
  modifyFirmwareVersion: 'Install firmware.',
  viewUsersList: 'Read users, roles and the activity log.',
  modifyUsers: 'Create, change and delete users and roles, up to the permissions that the caller has.',
  allowFactoryReset: 'Reset the controller to factory settings.',
  allowPduRestart: 'Restart the controller.',
  modifyGlobalDeviceSettings: 'Change the settings of the device, such as its name and the power-up delay.',
  viewGlobalDeviceSettings: 'Read the device, its settings and its health.',
  viewPortInfo: 'Read sensors and relay outputs.',
  viewOutletGroups: 'Read outlet groups.',
  modifyOutletGroups: 'Create, change and delete outlet groups; to switch one also needs its outlets in modifyOutlets.',
  viewLog: 'Read the activity log and the timeline, with the names and addresses of those who acted.',
} as const;

export type PermissionFlag = keyof typeof PERMISSION_DESCRIPTIONS;
export const PERMISSION_FLAGS = Object.keys(PERMISSION_DESCRIPTIONS) as readonly PermissionFlag[];
/** The two permission entries that are lists of outlet ids. */
export const OUTLET_LISTS = ['viewOutlets', 'modifyOutlets'] as const;
export type OutletListName = (typeof OUTLET_LISTS)[number];

/** The permissions of a role, as in the API. */
export type Permissions = Record<PermissionFlag, boolean> & Record<OutletListName, readonly OutletId[]>;

/** Role 1 has every permission on every outlet and cannot be edited. */
export const ADMINISTRATOR_ROLE_ID = 1;

/** The objects and operations that a caller may see and use. Created once per change of a role, never per request. */
export class Access {
  #key: string | undefined;
  readonly #flags: ReadonlySet<PermissionFlag>;
  readonly #view: ReadonlySet<OutletId>;
  readonly #modify: ReadonlySet<OutletId>;

  constructor(
    permissions: Permissions,
    readonly isAdministrator: boolean,
  ) {
    this.#flags = new Set(PERMISSION_FLAGS.filter((flag) => permissions[flag]));
    this.#view = new Set(permissions.viewOutlets);
    this.#modify = new Set(permissions.modifyOutlets);
  }

  /** Equal for all callers with the same permissions: the key of cached responses. Computed at its first use. */
  get key(): string {
    return (this.#key ??= this.isAdministrator ? 'administrator' : this.#hashed());
  }

  #hashed(): string {
    const rights = JSON.stringify([[...this.#flags], [...this.#view].sort(), [...this.#modify].sort()]);
    return createHash('sha256').update(rights).digest('base64url').slice(0, 16);
  }

  can(flag: PermissionFlag): boolean {
    return this.isAdministrator || this.#flags.has(flag);
  }

  mayView(outlet: OutletId): boolean {
    return this.isAdministrator || this.#view.has(outlet);
  }

  mayModify(outlet: OutletId): boolean {
    return this.isAdministrator || this.#modify.has(outlet);
  }

  /** True for a list permission when it names this outlet. */
  mayUse(list: OutletListName, outlet: OutletId): boolean {
    return list === 'viewOutlets' ? this.mayView(outlet) : this.mayModify(outlet);
  }

  /** A caller who may view no outlet at all gets 403 on the list, not an empty list. */
  get viewsAnyOutlet(): boolean {
    return this.usesAny('viewOutlets');
  }

  /** True when the list permission names any outlet. */
  usesAny(list: OutletListName): boolean {
    return this.isAdministrator || (list === 'viewOutlets' ? this.#view : this.#modify).size > 0;
  }

  /** True when this access allows everything that `other` allows. */
  covers(other: Access): boolean {
    if (this.isAdministrator) return true;
    if (other.isAdministrator) return false;
    return (
      [...other.#flags].every((flag) => this.#flags.has(flag)) &&
      [...other.#view].every((outlet) => this.#view.has(outlet)) &&
      [...other.#modify].every((outlet) => this.#modify.has(outlet))
    );
  }
}

/** The protocols by which this PDU is read and switched besides HTTP. */
export type ProtocolName = 'snmp' | 'ssh' | 'nut' | 'modbus' | 'redfish' | 'mqtt';

/** The kind of credential that authenticated a request; of a protocol server it is the protocol. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'token' }
  | { readonly kind: 'basic' }
  | { readonly kind: 'fleet' }
  | { readonly kind: ProtocolName };

/** The user who sends the request, with the current permissions. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly access: Access;
  readonly credential: Credential;
  /** True once the credential is no longer valid; one of its requests may still be in progress then. */
  readonly hasEnded?: boolean;
}

/** A caller with the address of the request; both are written into the audit log. */
export interface CallerWithAddress extends Caller {
  readonly address: string;
}

/** The caller at an address; permissions and name stay current. */
export const withAddress = (caller: Caller, address: string): CallerWithAddress =>
  Object.create(caller, { address: { value: address, enumerable: true } }) as CallerWithAddress;

/** The access rule of a route. The one global guard refuses a route without a rule. */
export type RouteAccess =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'administrator' }
  | { readonly kind: 'flags'; readonly anyOf: readonly PermissionFlag[]; readonly orOwn?: string }
  | { readonly kind: 'outlet'; readonly list: OutletListName; readonly param: string | undefined };

export const ROUTE_ACCESS = 'rackfeed:route-access';

const allow = (access: RouteAccess) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, access),
    ApiExtension('x-access', access),
    ...(access.kind === 'public' ? [] : [ApiCookieAuth('session'), ApiBearerAuth('token')]),
  );

/** Anybody, without a credential. */
export const Public = () => allow({ kind: 'public' });
/** Every valid credential, whatever its role. */
export const SignedIn = () => allow({ kind: 'signedIn' });
/** Role 1 only. */
export const AdministratorOnly = () => allow({ kind: 'administrator' });
/** A role with at least one of these flags. */
export const Allow = (...anyOf: PermissionFlag[]) => allow({ kind: 'flags', anyOf });
/** A role with the flag, or the user whom the path parameter names. */
export const AllowOrOwn = (flag: PermissionFlag, param = 'userId') =>
  allow({ kind: 'flags', anyOf: [flag], orOwn: param });
/** A role whose list names the outlet of the path parameter; without one, a role whose list names any outlet. */
export const AllowOutlet = (list: OutletListName, param?: string) => allow({ kind: 'outlet', list, param });

const CHANGES_STATE = 'rackfeed:changes-state';
/** A GET that changes something, as published tools send it: the cross-site check applies to it too. */
export const ChangesState = () => SetMetadata(CHANGES_STATE, true);
export const declaresStateChange = (handler: object): boolean => Reflect.getMetadata(CHANGES_STATE, handler) === true;

/** A request that has passed the guard. */
export type CallerRequest = Request & { user: Caller };

/** The caller and the address, for a handler that writes. Permissions and name stay current while the request runs. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): CallerWithAddress => {
  const request = context.switchToHttp().getRequest<CallerRequest>();
  return withAddress(request.user, addressOf(request));
});

/** The caller's permissions, for a handler that reads. */
export const CurrentAccess = createParamDecorator(
  (_: unknown, context: ExecutionContext): Access => context.switchToHttp().getRequest<CallerRequest>().user.access,
);

/** The sender of a request as a trusted proxy reports it; absent without a trusted proxy or such a report. */
export interface ForwardedRequest {
  forwarded?: { readonly address?: string; readonly isSecure?: boolean };
}

interface ConnectedRequest extends ForwardedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The address of the connected peer, without the IPv4-in-IPv6 prefix. */
export const peerAddress = ({ socket }: ConnectedRequest): string =>
  (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');

/** The address of the sender: that of the peer, unless the peer is a trusted proxy that reports another. */
export const addressOf = (request: ConnectedRequest): string => request.forwarded?.address ?? peerAddress(request);

/** True when the sender uses TLS, to the controller or to a trusted proxy. */
export const isSecure = ({ forwarded, socket }: ConnectedRequest): boolean =>
  forwarded?.isSecure ?? 'encrypted' in socket;

/** Throws NOT_ALLOWED without the permission. A guard has asked the same before where rights may change while a request waits. */
export function assertAllowed(access: Access, flag: PermissionFlag): void {
  if (!access.can(flag)) throw new ApiError('NOT_ALLOWED', flag);
}

/** Refuses a request whose credential has ended while it waited, such as for the hash of a password. */
export function refuseEnded({ hasEnded }: Pick<Caller, 'hasEnded'>): void {
  if (hasEnded) throw new ApiError('NOT_SIGNED_IN');
}

/** Refuses a request that has waited, unless its caller is still an administrator. */
export function assertStillAdministrator(caller: Pick<Caller, 'access' | 'hasEnded'>): void {
  refuseEnded(caller);
  if (!caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
}

/** Refuses a request that has waited, unless its caller still has the permission. */
export function assertStillAllowed(caller: Pick<Caller, 'access' | 'hasEnded'>, flag: PermissionFlag): void {
  refuseEnded(caller);
  assertAllowed(caller.access, flag);
}

/** Nobody gives or takes a right that they lack: throws RIGHTS_NOT_COVERED unless the caller may do all that each of these may. */
export function assertNoPrivilegeEscalation(
  caller: Pick<Caller, 'access' | 'hasEnded'>,
  ...granted: readonly Access[]
): void {
  refuseEnded(caller);
  if (!granted.every((access) => caller.access.covers(access))) throw new ApiError('RIGHTS_NOT_COVERED');
}
