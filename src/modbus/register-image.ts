/** U32, U64 and F32 (IEEE 754) are big-endian, the high word first. */
export type RegisterType = 'U16' | 'U32' | 'U64' | 'F32';

const WIDTHS: Readonly<Record<RegisterType, number>> = { U16: 1, U32: 2, U64: 4, F32: 2 };
const UNKNOWN = 0xffff;
const REGISTERS = 65_536;

/** A value in each block of its kind. */
export interface RegisterRow<Subject> {
  /** The first register, counted from the beginning of the block. */
  readonly offset: number;
  readonly type: RegisterType;
  /** The value; undefined if it is unknown. */
  readonly read: (subject: Subject) => number | undefined;
}

/** A value of each subject; a subject that may not be seen is an empty one. */
export const register = <Subject>(
  type: RegisterType,
  offset: number,
  read: RegisterRow<Subject>['read'],
): RegisterRow<Subject> => ({ offset, type, read });

/** The blocks of one kind of object: one for each object, at equal distances. */
export interface RegisterBlocks<Facts, Subject> {
  readonly base: number;
  /** Registers of a block, and the distance to the next one. */
  readonly size: number;
  /** The greatest number of blocks that have room. */
  readonly most: number;
  readonly rows: readonly RegisterRow<Subject>[];
  readonly subjects: (facts: Facts) => readonly Subject[];
}

/** Blocks of any kind of object. */
export interface AnyBlocks<Facts> {
  readonly base: number;
  readonly size: number;
  readonly most: number;
  readonly count: (facts: Facts) => number;
  readonly write: (image: RegisterImage, facts: Facts) => void;
}

export const blocks = <Facts, Subject>({
  rows,
  subjects,
  ...place
}: RegisterBlocks<Facts, Subject>): AnyBlocks<Facts> => ({
  ...place,
  count: (facts) => Math.min(place.most, subjects(facts).length),
  write: (image, facts) => {
    subjects(facts)
      .slice(0, place.most)
      .forEach((subject, number) => {
        const start = place.base + number * place.size;
        for (const { offset, type, read } of rows) image.put(start + offset, type, read(subject));
      });
  },
});

/** All registers as one set of rights reads them from one snapshot. */
export class RegisterImage {
  readonly #registers = new Uint16Array(REGISTERS).fill(UNKNOWN);
  readonly #number = new DataView(new ArrayBuffer(8));
  #ranges: { readonly start: number; readonly end: number }[] = [];

  /** The image with these blocks. */
  static of<Facts>(kinds: readonly AnyBlocks<Facts>[], facts: Facts): RegisterImage {
    const image = new RegisterImage();
    image.#ranges = kinds.map(({ base, size, count }) => ({ start: base, end: base + size * count(facts) }));
    for (const { write } of kinds) write(image, facts);
    return image;
  }

  /** Writes a value; an unknown one, and one that the type cannot hold, is NaN in a F32 and otherwise all ones. */
  put(address: number, type: RegisterType, value: number | undefined): void {
    const view = this.#number;
    if (type === 'F32') view.setFloat32(0, value ?? NaN);
    else view.setBigUint64(0, wholeNumber(value, type));
    const width = WIDTHS[type];
    const first = type === 'F32' ? 0 : 8 - 2 * width;
    for (let word = 0; word < width; word++) this.#registers[address + word] = view.getUint16(first + 2 * word);
  }

  /** The registers of a range; undefined if one of them is in no block. The caller must not keep them. */
  read(address: number, quantity: number): Uint16Array | undefined {
    const end = address + quantity;
    for (let at = address; at < end;) {
      const range = this.#ranges.find((each) => at >= each.start && at < each.end);
      if (!range) return undefined;
      at = range.end;
    }
    return this.#registers.subarray(address, end);
  }
}

const ALL_ONES: Readonly<Record<Exclude<RegisterType, 'F32'>, bigint>> = {
  U16: 0xffffn,
  U32: 0xffff_ffffn,
  U64: 0xffff_ffff_ffff_ffffn,
};

function wholeNumber(value: number | undefined, type: Exclude<RegisterType, 'F32'>): bigint {
  if (value === undefined || !Number.isFinite(value) || value < 0) return ALL_ONES[type];
  const whole = BigInt(Math.round(value));
  return whole < ALL_ONES[type] ? whole : ALL_ONES[type];
}
