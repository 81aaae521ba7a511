import { createHash } from 'node:crypto';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { OutletId } from './ids.js';

/** The 20 permission flags of a role, in the specification's order. */
export const PERMISSION_FLAGS = [
  'viewInletStats',
  'modifyInletStats',
  'viewBankStats',
  'modifyBankStats',
  'viewEventActions',
  'modifyEventActions',
  'viewNetworkSettings',
  'modifyNetworkSettings',
  'modifyLcdSettings',
  'modifyPortSettings',
  'modifyFirmwareVersion',
  'viewUsersList',
  'modifyUsers',
  'allowFactoryReset',
  'allowPduRestart',
  'modifyGlobalDeviceSettings',
  'viewGlobalDeviceSettings',
  'viewPortInfo',
  'viewOutletGroups',
  'modifyOutletGroups',
] as const;

export type PermissionFlag = (typeof PERMISSION_FLAGS)[number];
/** The two permission entries that are lists of outlet ids. */
export const OUTLET_LISTS = ['viewOutlets', 'modifyOutlets'] as const;
export type OutletListName = (typeof OUTLET_LISTS)[number];

/** What a role allows, as it stands on the wire. */
export type Permissions = Record<PermissionFlag, boolean> & Record<OutletListName, readonly OutletId[]>;

/** Role 1 has every permission on every outlet and cannot be edited. */
export const ADMINISTRATOR_ROLE_ID = 1;

/** What a caller may see and do. Made once per role and change of it, never per request. */
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

  /** Equal for all who may see the same: the key under which answers are prepared. Made when somebody asks first. */
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

  /** True when everything `other` may do, this one may do too. */
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

/** How a request proved who sent it. */
export type Credential =
  { readonly kind: 'session'; readonly id: string } | { readonly kind: 'token' } | { readonly kind: 'basic' };

/** Who sends the request, and what he may do now. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly access: Access;
  readonly credential: Credential;
  /** True once the credential counts no longer; a request may still be under way then. */
  readonly hasEnded?: boolean;
}

/** A caller together with where he calls from; written into the audit log. */
export interface CallerWithAddress extends Caller {
  readonly address: string;
}

/** What a route says about who may enter. The one global guard refuses a route that says nothing. */
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
/** Every live credential, whatever its role. */
export const SignInResult = () => allow({ kind: 'signedIn' });
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
/** A GET that changes something, as published tools send it: the cross-site check stands before it too. */
export const ChangesState = () => SetMetadata(CHANGES_STATE, true);
export const declaresStateChange = (handler: object): boolean => Reflect.getMetadata(CHANGES_STATE, handler) === true;

/** A request that has passed the guard. */
export type CallerRequest = Request & { user: Caller };

/** The caller and the address, for a handler that writes. Rights and name stay those of now, while the request runs. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): CallerWithAddress => {
  const request = context.switchToHttp().getRequest<CallerRequest>();
  return Object.create(request.user, { address: { value: addressOf(request), enumerable: true } }) as CallerWithAddress;
});

/** What the caller may see, for a handler that reads. */
export const CurrentAccess = createParamDecorator(
  (_: unknown, context: ExecutionContext): Access => context.switchToHttp().getRequest<CallerRequest>().user.access,
);

/** What a trusted proxy has said of who sent a request; absent unless one is configured and has. */
export interface ForwardedRequest {
  forwarded?: { readonly address?: string; readonly isSecure?: boolean };
}

interface ConnectedRequest extends ForwardedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The address of the machine that has connected, without the IPv4-in-IPv6 prefix. */
export const peerAddress = ({ socket }: ConnectedRequest): string =>
  (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');

/** The address of the sender: that of the peer, unless the peer is a trusted proxy that says another. */
export const addressOf = (request: ConnectedRequest): string => request.forwarded?.address ?? peerAddress(request);

/** Whether the sender speaks TLS, to the controller or to a trusted proxy. */
export const isSecure = ({ forwarded, socket }: ConnectedRequest): boolean =>
  forwarded?.isSecure ?? 'encrypted' in socket;
