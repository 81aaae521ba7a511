import { ValidationPipe, type Type } from '@nestjs/common';
import { detailsOf } from '../body.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import type { SectionName } from './config-sections.js';
import { LIMITS, totalOf, type Total } from '../limits.js';
import { entryPath } from './part-ids.js';
import { yieldWhenDue } from '../time-slices.js';

/** A path in a document, such as `users.3.roleId`, and a sentence about it. */
export interface DocumentWarning {
  readonly path: string;
  readonly message: string;
}

/** Like the pipe for bodies, but unknown members of a document are refused, not ignored. */
const PIPE = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  exceptionFactory: (errors) => ApiError.validation(errors.flatMap(detailsOf)),
});

/** An entry of a list, checked by its DTO, and its path. */
export interface CheckedEntry<T> {
  readonly entry: T;
  readonly path: string;
}

/** Collects the problems of a document while the modules check their sections, and holds what they need of it. */
export class DocumentCheck {
  #problems: ErrorDetail[] = [];
  readonly #warnings: DocumentWarning[] = [];
  #planned = new Map<SectionName, object>();
  #plannedIds = new Map<SectionName, ReadonlySet<unknown>>();

  /**
   * @param isForeign true when the document comes from another PDU model, or the objects that it names come and go
   * @param secrets the secrets in the document by path; undefined when it contains none
   */
  constructor(
    private readonly isForeign: boolean,
    private readonly secrets: ReadonlyMap<string, string> | undefined,
  ) {}

  /** The check for a section that the document leaves unchanged: reports its problems, but not what it lacks. */
  forUnchangedSection(): DocumentCheck {
    const check = new DocumentCheck(false, undefined);
    check.#problems = this.#problems;
    check.#planned = this.#planned;
    check.#plannedIds = this.#plannedIds;
    return check;
  }

  get problems(): readonly ErrorDetail[] {
    return this.#problems;
  }

  get warnings(): readonly DocumentWarning[] {
    return this.#warnings;
  }

  /** True: a secret that is missing in the document is cleared. False: it stays as it is. */
  get hasSecrets(): boolean {
    return this.secrets !== undefined;
  }

  secret(path: string): string | undefined {
    return this.secrets?.get(path);
  }

  /** Reports a problem because of which the document cannot be applied. */
  problem(path: string, message: string): void {
    this.#problems.push({ field: path, message });
  }

  /** Reports a warning; the document can still be applied. */
  warn(path: string, message: string): void {
    this.#warnings.push({ path, message });
  }

  /** Reports an object that is not here: a warning in a document of another model or of a hub, else a problem. */
  unfit(path: string, message: string): void {
    if (this.isForeign) this.warn(path, `Left out: ${message}`);
    else this.problem(path, message);
  }

  /** Reports a thrown error as a problem or like {@link unfit}. */
  refuse(path: string, error: unknown, how: 'problem' | 'unfit' = 'problem'): void {
    if (!(error instanceof ApiError)) throw error;
    if (!error.details) return this[how](path, error.message);
    for (const { field, message } of error.details) this[how](`${path}.${field}`, message);
  }

  /** The content that an earlier section will have. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the module of the section knows its type
  planned<Content extends object>(name: SectionName): Content | undefined {
    return this.#planned.get(name) as Content | undefined;
  }

  plan(name: SectionName, content: object): void {
    this.#planned.set(name, content);
    const entries: readonly { readonly id?: unknown }[] = Array.isArray(content) ? content : [];
    this.#plannedIds.set(name, new Set(entries.map(({ id }) => id)));
  }

  /** True when an earlier section will have an entry with this id. */
  isPlanned(name: SectionName, id: number): boolean {
    return this.#plannedIds.get(name)?.has(id) === true;
  }

  /** A value as its DTO, or undefined when it is invalid. */
  async object<T extends object>(dto: Type<T>, given: unknown, path: string): Promise<T | undefined> {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      this.problem(path, `${path} must be an object.`);
      return undefined;
    }
    try {
      return (await PIPE.transform(given, { type: 'body', metatype: dto })) as T;
    } catch (error) {
      this.refuse(path, error);
      return undefined;
    }
  }

  /** Checks the total over all entries of a section against the limit of the API. */
  checkTotal(total: Total, sum: number): void {
    const [section, most, what] = totalOf(total);
    if (sum > most) this.problem(section, `All ${section} together may have at most ${most} ${what}.`);
  }

  /** The valid entries of a list; ids are unique. */
  async entries<T extends { readonly id: string | number }>(
    dto: Type<T>,
    given: unknown,
    path: string,
    most: number = LIMITS.entries,
  ): Promise<CheckedEntry<T>[]> {
    if (!Array.isArray(given) || given.length > most) {
      this.problem(path, `${path} must be a list of at most ${most} entries.`);
      return [];
    }
    const found: CheckedEntry<T>[] = [];
    const ids = new Set<T['id']>();
    for (const [place, each] of given.entries()) {
      await yieldWhenDue();
      const at = entryPath(path, each, place);
      const entry = await this.object(dto, each, at);
      if (!entry) continue;
      if (ids.has(entry.id)) this.problem(at, `${path} has two entries with this id.`);
      else found.push({ entry, path: at });
      ids.add(entry.id);
    }
    return found;
  }
}
