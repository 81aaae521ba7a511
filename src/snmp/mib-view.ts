import type { Access } from '../common/access.js';
import { beginsWith, oidOctets } from './ber.js';
import type { MibContext } from './mib/context.js';
import type { MibLayout } from './mib/mib.js';
import type { MibColumn, MibObject } from './mib/object.js';
import { OidIndex } from './oid-index.js';
import { varbindOf } from './pdu.js';

/** The objects that a manager finds in the layout of a MIB, with their identifiers as octets. */
export interface EncodedLayout {
  readonly layout: MibLayout;
  readonly oids: readonly Buffer[];
  readonly columnOids: readonly Buffer[];
  readonly columns: OidIndex;
  /** The index of all objects, whoever may view them. */
  readonly objects: OidIndex;
}

export function encodedLayout(layout: MibLayout): EncodedLayout {
  const columnOids = layout.columns.map(({ oid }) => octetsOf(oid));
  const oids = layout.objects.map(({ oid }) => octetsOf(oid));
  return {
    layout,
    oids,
    objects: new OidIndex(oids),
    columnOids,
    columns: new OidIndex(columnOids),
  };
}

const octetsOf = ([first = 0, second = 0, ...others]: readonly number[]): Buffer =>
  oidOctets(`${first}.${second}`, others);

/** The column that an identifier lies in, whether or not it has such a row. */
export function columnOf({ layout, columnOids, columns }: EncodedLayout, oid: Buffer): MibColumn | undefined {
  const place = columns.after(oid) - 1;
  const prefix = columnOids[place];
  return prefix && beginsWith(oid, prefix) ? layout.columns[place] : undefined;
}

/**
 * The objects that one set of rights may view, in ascending order. A value is encoded when it is first asked for and kept
 * until the next snapshot or change.
 */
export class MibView {
  readonly #objects: readonly MibObject[];
  readonly #oids: readonly Buffer[];
  readonly #index: OidIndex;
  /** A varbind; null while the value is not known, undefined until somebody has asked. */
  readonly #varbinds: (Buffer | null | undefined)[];
  #context: MibContext;

  /** @param onError called for an object that cannot be read; its value is taken for unknown */
  constructor(
    readonly encoded: EncodedLayout,
    access: Access,
    context: MibContext,
    private readonly onError: (error: unknown) => void,
  ) {
    const { layout, oids } = encoded;
    const places = layout.objects.flatMap((object, place) => (object.mayView(access) ? [place] : []));
    this.#objects = places.flatMap((place) => layout.objects[place] ?? []);
    this.#oids = places.flatMap((place) => oids[place] ?? []);
    this.#index = new OidIndex(this.#oids);
    this.#varbinds = new Array<undefined>(places.length).fill(undefined);
    this.#context = context;
  }

  get context(): MibContext {
    return this.#context;
  }

  /** Forgets all values. */
  renew(context: MibContext): void {
    this.#context = context;
    this.#varbinds.fill(undefined);
  }

  /** The object with this identifier, whether or not its value is known. */
  object(oid: Buffer): MibObject | undefined {
    return this.#objects[this.#index.find(oid)];
  }

  /** An object that these rights may write but not view, as over HTTP. */
  hiddenObject(oid: Buffer, access: Access): MibObject | undefined {
    const object = this.encoded.layout.objects[this.encoded.objects.find(oid)];
    return object?.mayWrite(access) ? object : undefined;
  }

  /** The varbind of an object with a known value. */
  get(oid: Buffer, knows: (object: MibObject) => boolean = all): Buffer | undefined {
    const place = this.#index.find(oid);
    return place >= 0 && this.#isServed(place, knows) ? this.#varbind(place) : undefined;
  }

  /** The place of the first object after an identifier. */
  placeAfter(oid: Buffer): number {
    return this.#index.after(oid);
  }

  /** The place from `place` on of the first object with a known value; -1 if there is none. */
  firstFrom(place: number, knows: (object: MibObject) => boolean = all): number {
    for (let at = place; at < this.#objects.length; at++) {
      if (this.#isServed(at, knows) && this.#varbind(at)) return at;
    }
    return -1;
  }

  /** The varbind at the place that {@link firstFrom} has found. */
  varbindAt(place: number): Buffer {
    return this.#varbind(place) ?? NOTHING;
  }

  oidAt(place: number): Buffer {
    return this.#oids[place] ?? NOTHING;
  }

  #isServed(place: number, knows: (object: MibObject) => boolean): boolean {
    if (knows === all) return true;
    const object = this.#objects[place];
    return object !== undefined && knows(object);
  }

  #varbind(place: number): Buffer | undefined {
    const known = this.#varbinds[place];
    if (known !== undefined) return known ?? undefined;
    const object = this.#objects[place];
    const made = object && this.#encode(object, this.#oids[place] ?? NOTHING);
    if (!object?.column.isLive) this.#varbinds[place] = made ?? null;
    return made;
  }

  #encode(object: MibObject, oid: Buffer): Buffer | undefined {
    try {
      const value = object.read(this.#context);
      return value === undefined ? undefined : varbindOf(oid, object.column.syntax, value);
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }
}

const all = (): boolean => true;
const NOTHING = Buffer.alloc(0);

/** Sets of rights that are remembered; a role that is asked for again after many others takes some milliseconds. */
const MAX_VIEWS = 16;

interface Source {
  readonly revision: number;
  at(access: Access): MibContext;
  layout(at: MibContext): MibLayout;
}

/** The view of each set of rights, at the present revision. */
export class MibViews {
  readonly #views = new Map<string, { view: MibView; revision: number }>();
  #encoded: EncodedLayout | undefined;

  constructor(
    private readonly mib: Source,
    private readonly onError: (error: unknown) => void,
  ) {}

  of(access: Access): MibView {
    const { revision } = this.mib;
    const known = this.#views.get(access.key);
    if (known?.revision === revision) return known.view;
    const context = this.mib.at(access);
    const encoded = this.#encodedLayout(this.mib.layout(context));
    if (known?.view.encoded === encoded) {
      known.view.renew(context);
      known.revision = revision;
      return known.view;
    }
    const view = new MibView(encoded, access, context, this.onError);
    this.#views.delete(access.key);
    this.#views.set(access.key, { view, revision });
    const [oldest] = this.#views.keys();
    if (oldest !== undefined && this.#views.size > MAX_VIEWS) this.#views.delete(oldest);
    return view;
  }

  #encodedLayout(layout: MibLayout): EncodedLayout {
    if (this.#encoded?.layout !== layout) this.#encoded = encodedLayout(layout);
    return this.#encoded;
  }
}
