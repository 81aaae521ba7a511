import { Injectable } from '@nestjs/common';
import { mayChangeConfiguration } from '../audit/configuration-changes.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { CommandOrder } from '../kernel/command-order.js';
import { Subjects } from '../kernel/subjects.js';
import { ADMINISTRATOR_ROLE_ID, assertStillAdministrator, type CallerWithAddress } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { causeOf } from '../common/cause.js';
import { ConfigSections, type ConfigSection, type SectionName } from '../common/configuration/config-sections.js';
import { DocumentCheck } from '../common/configuration/document-check.js';
import { ApiError } from '../common/errors.js';
import { yieldNow } from '../common/time-slices.js';
import { PasswordHasher } from '../users/passwords/password-hasher.js';
import type { UserEntry } from '../users/user-document.js';
import { nameKey } from '../users/accounts/user-index.js';
import { PRIMARY_ADMIN_ID } from '../users/user.entity.js';
import type { ConfigChange, ConfigPlan } from './config-document.view.js';
import { changesOf } from './changes.js';
import { PartTranslation, type TranslatedDocument } from './part-translation.js';
import { readDocument, type CheckedDocument } from './read-document.js';
import { decryptSecrets } from './encrypted-secrets.js';
import { splitSecrets } from './split-secrets.js';

/** A section with its new content. */
interface PlannedSection {
  readonly name: SectionName;
  readonly section: ConfigSection<object>;
  readonly wanted: object;
  readonly changes: readonly ConfigChange[];
}

interface Planned {
  readonly sections: readonly PlannedSection[];
  readonly check: DocumentCheck;
}

/** A plan is made again this often because the configuration has changed meanwhile. */
const MAX_PLAN_ATTEMPTS = 3;
/** Most changes of a section that are listed in the audit log; more would not fit into an entry. */
const MAX_LISTED_CHANGES = 200;

type Secrets = ReadonlyMap<string, string> | undefined;

/** Plans or applies a configuration document. */
@Injectable()
export class ConfigApplyService {
  /** Number of audit records that may be changes of the configuration. */
  #revision = 0;

  constructor(
    private readonly sections: ConfigSections,
    private readonly subjects: Subjects,
    private readonly order: CommandOrder,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLogService,
    private readonly db: Db,
  ) {
    audit.onRecord(({ kind }) => {
      if (mayChangeConfiguration(kind)) this.#revision++;
    });
  }

  /** The changes that a document would make. Throws a validation error with all paths, or CONFIG_SECRETS_SHUT. */
  async plan(sent: JsonObject, caller: CallerWithAddress): Promise<ConfigPlan> {
    const document = await this.#read(sent);
    const secrets = await this.#secretsOf(document);
    for (let attempt = 0; attempt < MAX_PLAN_ATTEMPTS; attempt++) {
      const planned = await this.#planUnlessChanged(document, secrets, caller);
      if (planned) return planView(planned.planned, false);
    }
    // The configuration changes too often: planned in a transaction, for which other changes wait.
    return planView(await this.db.transaction(() => this.#planned(document, secrets, caller)), false);
  }

  /** Applies all of a document or nothing. Moves no relay. Throws the errors of {@link plan}. */
  async apply(sent: JsonObject, caller: CallerWithAddress): Promise<ConfigPlan> {
    const document = await this.#read(sent);
    const secrets = await this.#secretsOf(document);
    const beforehand = await this.#planUnlessChanged(document, secrets, caller);
    return this.order.first(() =>
      this.db.transaction(async () => {
        // A caller who was disabled or demoted meanwhile must not take that back with the document.
        assertStillAdministrator(caller);
        const isOfNow = beforehand?.revision === this.#revision;
        const planned = isOfNow ? beforehand.planned : await this.#planned(document, secrets, caller);
        for (const each of planned.sections) await this.#apply(each, caller);
        return planView(planned, true);
      }),
    );
  }

  /**
   * Makes the plan without blocking commands and changes of others, with the revision that it is for; undefined if the
   * configuration has changed before it was ready. Throws the errors of {@link plan}.
   */
  async #planUnlessChanged(document: TranslatedDocument, secrets: Secrets, caller: CallerWithAddress) {
    await this.db.idle(); // earlier changes are included
    const revision = this.#revision;
    try {
      const planned = await this.#planned(document, secrets, caller);
      return revision === this.#revision ? { planned, revision } : undefined;
    } catch (error) {
      if (revision === this.#revision) throw error;
      return undefined;
    }
  }

  /** The document with the ids of this PDU's parts at the same places. */
  async #read(sent: JsonObject): Promise<TranslatedDocument> {
    const document = await readDocument(sent);
    return new PartTranslation(document, this.subjects).translate(this.sections.all());
  }

  async #apply({ name, section, wanted, changes }: PlannedSection, caller: CallerWithAddress): Promise<void> {
    if (changes.length === 0) return;
    const cause = causeOf(caller);
    await section.apply(wanted, cause);
    const listed = (side: 'before' | 'after') => {
      const sides = changes.flatMap((change) =>
        change[side] === undefined ? [] : [[change.path, change[side]] as const],
      );
      // Thousands of changes are neither listed nor converted to text.
      return sides.length > MAX_LISTED_CHANGES ? { omitted: `${sides.length} changes` } : Object.fromEntries(sides);
    };
    const record = { kind: 'config.apply', object: `config:${name}`, cause };
    await this.audit.record({ ...record, before: listed('before'), after: listed('after') });
  }

  async #planned(document: TranslatedDocument, secrets: Secrets, caller: CallerWithAddress): Promise<Planned> {
    const check = new DocumentCheck(document.model !== this.subjects.model || !this.subjects.areLasting, secrets);
    for (const { path, message } of document.problems) check.problem(path, message);
    if (document.note) check.warn('hardware', document.note);
    for (const name of document.sections.keys()) {
      if (!this.sections.has(name)) check.problem(`sections.${name}`, `There is no section "${name}" here.`);
    }
    const sections: PlannedSection[] = [];
    for (const [name, section] of this.sections.all()) {
      await yieldNow();
      const now = section.read();
      if (!document.sections.has(name)) {
        // The section is unchanged, and has to remain consistent with those that change.
        const { plain } = await splitSecrets((await section.toDocument?.(now, true)) ?? now, name);
        await section.check(plain, check.forUnchangedSection());
        check.plan(name, now);
        continue;
      }
      const wanted = await section.check(document.sections.get(name), check);
      check.plan(name, wanted);
      sections.push({ name, section, wanted, changes: await changesOf(name, now, wanted) });
    }
    if (document.encrypted && !secrets) {
      check.warn('secrets', 'The secrets of the document are not opened: no passphrase was sent.');
    }
    refuseLockout(check.planned<UserEntry[]>('users') ?? [], caller, check);
    if (check.problems.length > 0) throw ApiError.validation(check.problems);
    return { sections, check };
  }

  async #secretsOf({ encrypted, passphrase }: CheckedDocument): Promise<Secrets> {
    if (!encrypted || passphrase === undefined) return undefined;
    const opened = await decryptSecrets(encrypted, (salt) => this.hasher.deriveKey(passphrase, salt));
    if (!opened) throw new ApiError('CONFIG_SECRETS_SHUT').at('passphrase');
    return opened;
  }
}

/** Refuses a document that would lock out the caller who applies it. */
function refuseLockout(
  users: readonly UserEntry[],
  { userId, username }: CallerWithAddress,
  check: DocumentCheck,
): void {
  const own = users.find(({ id }) => String(id) === userId);
  const isOwn = own && (own.id === PRIMARY_ADMIN_ID || nameKey(own.username) === nameKey(username));
  if (isOwn && own.enabled && own.roleId === ADMINISTRATOR_ROLE_ID) return;
  check.problem('users', `Your own account, ${username}, must be among them with its id, name and role, and enabled.`);
}

const planView = ({ sections, check }: Planned, applied: boolean): ConfigPlan => ({
  applied,
  changes: sections.flatMap(({ changes }) => changes),
  warnings: [...check.warnings],
});
