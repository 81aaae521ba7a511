import type { Access } from '../common/access.js';
import type { OutletId } from '../common/ids.js';

/** The ids of all parts in the order of their places: a replacement has the same places and other ids. */
export interface PartIds {
  readonly enclosureSerial: string;
  readonly inlets: string[];
  /** Lines of all inlets, one inlet after another. */
  readonly lines: string[];
  readonly banks: string[];
  readonly outlets: string[];
  readonly relayOutputs: string[];
  readonly sensors: string[];
}

/** The banks and outlets of a model, each outlet with the position of its bank, and the form of its unit, such as 0U. */
export interface Layout {
  readonly formFactor?: string;
  readonly banks: readonly unknown[];
  readonly outlets: readonly { readonly bank: number }[];
}

/** An outlet as far as a role names it. */
export interface NamedOutlet {
  readonly id: OutletId;
}

/**
 * The objects that roles and configuration documents may name in this process. The hardware answers in a controller; where there
 * is no hardware, something else does, and roles, sign-in and documents are the same.
 */
export abstract class Subjects {
  /** The name of the model that a configuration document from here fits. */
  abstract readonly model: string;
  /** True if objects come and go, so that an older document from here may name some that are gone. */
  abstract readonly areLasting: boolean;
  abstract readonly parts: PartIds;

  /** The outlets that a role may list, in the order in which its lists show them. */
  abstract readonly outlets: readonly NamedOutlet[];
  /** False if there are none in the API, so that no role can list one. */
  abstract readonly hasOutlets: boolean;
  /** Finds an outlet by id (`1-1200578`) or index (`1`). */
  abstract outlet(idOrIndex: string): NamedOutlet | undefined;

  /** True if a reader of roles may know this id, which may be none of an outlet; false hides it in the lists of a role. */
  abstract mayKnowId(access: Access, id: string): boolean;

  /** The layout of a model by its name, this one or another that is known; undefined if it is not. */
  abstract layoutOf(model: string): Layout | undefined;
}
