import type { Request, Response } from 'express';
import type { CallerWithAddress } from '../../common/access.js';
import type { JsonObject } from '../../common/body.js';
import type { ResourceType } from '../versions.js';

export type Json = JsonObject;

/** The caller of a request, with the session behind its credential if there is one. */
export interface RedfishCaller extends CallerWithAddress {
  readonly sessionId: string | undefined;
}

/** A request for one resource. */
export interface Call {
  readonly caller: RedfishCaller;
  /** The variable segments of the path by their names in the template. */
  readonly params: Readonly<Record<string, string>>;
  /** The path of the resource, without a trailing slash. */
  readonly uri: string;
  /** The part of a collection that is asked for, for a provider with pages of its own. */
  readonly page?: Page;
}

/** A part of a collection. */
export interface Page {
  readonly top?: number | undefined;
  readonly skip?: number | undefined;
  /** True where all members are needed, because a condition chooses among them. */
  readonly isWhole?: boolean;
}

/** A writable member: reads what a client sends for it. */
export interface Writable {
  /** Returns what is to change; throws a {@link RedfishError} for a value that does not fit. */
  readonly read: (value: unknown, at: Place) => Json;
}

/** The place of a member in a body. */
export interface Place {
  /** The name of the member. */
  readonly name: string;
  /** Its path in the body: `/Location/Placement/Rack`. */
  readonly pointer: string;
}

/** Writable members by name; a nested object has its own. */
export interface WritableMembers {
  readonly [name: string]: Writable | WritableMembers;
}

/** The writable members of a resource, and the way to change them. */
export interface Patch {
  readonly members: WritableMembers | ((call: Call) => WritableMembers);
  /** Carries out all changes that the members have read, or none of them. */
  readonly apply: (call: Call, change: Json) => Promise<void>;
}

/** A parameter of an action. */
export interface Parameter {
  readonly required?: boolean;
  readonly type: 'string' | 'boolean' | 'number' | 'object' | 'array';
  readonly oneOf?: readonly string[];
}

/** The response to an action. */
export interface Outcome {
  /** 204 without a body. */
  readonly status?: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once the response has been sent. */
  readonly afterwards?: (response: AfterResponse) => void;
}

/** A response that is being sent. */
export interface AfterResponse {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

export interface Action {
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** True where the resource has the action, by default always. */
  readonly fits?: (call: Call) => boolean;
  /** Members of the action beside its target, for example its allowable values. */
  readonly shown?: (call: Call) => Json;
  readonly run: (call: Call, parameters: Json) => Promise<Outcome> | Promise<void>;
}

/** The address of a resource that was made, with headers of its own. */
export interface Created {
  readonly uri: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the response beside those of the resource. */
  readonly annotations?: Json;
  /** Whoever has made it, where the request had no credential. */
  readonly caller?: RedfishCaller;
}

/** A resource type at its address: what a GET shows, and what may be done with it. */
export interface Provider {
  /** Path below the service root with `{name}` for a variable segment; empty for the service root. */
  readonly uri: string;
  readonly type: ResourceType;
  /** True for a collection that answers a page itself, because it is long. */
  readonly pages?: true;
  /** True for a resource that a request without a credential may read. */
  readonly isPublic?: boolean;
  /** The members beside those with `@odata`; throws an ApiError or RedfishError. */
  readonly get: (call: Call) => Json | Promise<Json>;
  readonly patch?: Patch;
  /** Makes a member of a collection. */
  readonly create?: (call: Call, body: Json) => Promise<Created>;
  /** The same in a collection in which a request without a credential makes a member: a session. */
  readonly createPublicly?: (body: Json, origin: RequestOrigin) => Promise<Created>;
  readonly remove?: (call: Call) => Promise<void>;
  /** Takes a POST whose body is no JSON; then there is nothing to read at this address. */
  readonly receive?: (call: Call, request: Request, response: Response) => Promise<Outcome>;
  /** By their whole names: `Outlet.PowerControl`. */
  readonly actions?: Readonly<Record<string, Action>>;
}

/** The sender of a request without a credential. */
export interface RequestOrigin {
  readonly address: string;
  readonly agent: string;
}

/** A class that has resource types. */
export interface ResourceProviders {
  readonly providers: readonly Provider[];
}

export const ROOT = '/redfish/v1';

/** A reference to a resource. */
export const link = (path: string): Json => ({ '@odata.id': `${ROOT}${path}` });

/** The members of a collection. */
export const collection = (name: string, members: readonly (string | Json)[], more: Json = {}): Json => ({
  Name: name,
  'Members@odata.count': members.length,
  Members: members.map((member) => (typeof member === 'string' ? link(member) : member)),
  ...more,
});
