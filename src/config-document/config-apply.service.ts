import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ADMINISTRATOR_ROLE_ID, type CallerAt } from '../kernel/access.js';
import type { JsonObject } from '../kernel/body.js';
import { causeOf } from '../kernel/cause.js';
import { ConfigSections, type ConfigSection, type SectionName } from '../kernel/config-sections.js';
import { DocumentCheck } from '../kernel/document-check.js';
import { ApiError } from '../kernel/errors.js';
import { nextTurn } from '../kernel/slices.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import type { UserEntry } from '../users/user-document.js';
import { nameKey } from '../users/user-index.js';
import { PRIMARY_ADMIN_ID } from '../users/user.entity.js';
import type { ConfigChange } from './change.view.js';
import { changesOf } from './changes.js';
import type { ConfigPlan } from './config-document.view.js';
import { PartTranslation, type TranslatedDocument } from './part-translation.js';
import { readDocument, type SoundDocument } from './read-document.js';
import { open } from './sealed-secrets.js';
import { parted } from './secrets-in-content.js';

/** A section as it will be. */
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

/** So often a plan is made anew because somebody has changed something meanwhile. */
const TRIES = 3;
/** So many changes of a section stand in the audit log one by one; more would not fit into an entry. */
const MOST_TOLD = 200;
/** Kinds of audit entries that are frequent and concern relays, readings and sessions alone. */
const CHANGES_NO_CONFIGURATION = /^(session|action\.run|automation|event\.(trigger|missed))|\.(switch|fault|reboot)/;

type Secrets = ReadonlyMap<string, string> | undefined;

/** Reads the configuration document: says what it would change, or makes it so. */
@Injectable()
export class ConfigApply {
  /** Rises with each change that may be one of the configuration. */
  #revision = 0;

  constructor(
    private readonly sections: ConfigSections,
    private readonly driver: PduDriver,
    private readonly outlets: OutletsService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly db: Db,
  ) {
    audit.onRecord(({ kind }) => {
      if (!CHANGES_NO_CONFIGURATION.test(kind)) this.#revision++;
    });
  }

  /** Changes nothing. Throws validation with the path of everything that is wrong, or CONFIG_SECRETS_SHUT. */
  async plan(sent: JsonObject, caller: CallerAt): Promise<ConfigPlan> {
    const document = await this.#read(sent);
    const secrets = await this.#secretsOf(document);
    for (let tries = 0; tries < TRIES; tries++) {
      const planned = await this.#plannedMeanwhile(document, secrets, caller);
      if (planned) return planView(planned.planned, false);
    }
    // Others change it all the time: they wait for once.
    return planView(await this.db.write(() => this.#planned(document, secrets, caller)), false);
  }

  /** All or nothing. Moves no relay. Throws what {@link plan} throws. */
  async apply(sent: JsonObject, caller: CallerAt): Promise<ConfigPlan> {
    const document = await this.#read(sent);
    const secrets = await this.#secretsOf(document);
    const beforehand = await this.#plannedMeanwhile(document, secrets, caller);
    return this.outlets.alone(() =>
      this.db.write(async () => {
        const isOfNow = beforehand?.revision === this.#revision;
        const planned = isOfNow ? beforehand.planned : await this.#planned(document, secrets, caller);
        for (const each of planned.sections) await this.#apply(each, caller);
        return planView(planned, true);
      }),
    );
  }

  /**
   * The plan while others go on switching and changing, and the configuration that it is for; undefined when that has
   * changed before it was ready. Throws what {@link plan} throws.
   */
  async #plannedMeanwhile(document: TranslatedDocument, secrets: Secrets, caller: CallerAt) {
    await this.db.settled(); // what was asked for before is in it
    const revision = this.#revision;
    try {
      const planned = await this.#planned(document, secrets, caller);
      return revision === this.#revision ? { planned, revision } : undefined;
    } catch (error) {
      if (revision === this.#revision) throw error;
      return undefined;
    }
  }

  /** The document with the ids of the parts that are at the same places here. */
  async #read(sent: JsonObject): Promise<TranslatedDocument> {
    const document = await readDocument(sent);
    return new PartTranslation(document, this.driver.model).of(this.sections.all());
  }

  async #apply({ name, section, wanted, changes }: PlannedSection, caller: CallerAt): Promise<void> {
    if (changes.length === 0) return;
    const cause = causeOf(caller);
    await section.apply(wanted, cause);
    const told = (side: 'before' | 'after') => {
      const sides = changes.flatMap((change) =>
        change[side] === undefined ? [] : [[change.path, change[side]] as const],
      );
      // Thousands are not written down one by one, nor made into text for that.
      return sides.length > MOST_TOLD ? { omitted: `${sides.length} changes` } : Object.fromEntries(sides);
    };
    const deed = { kind: 'config.apply', object: `config:${name}`, cause };
    await this.audit.record({ ...deed, before: told('before'), after: told('after') });
  }

  async #planned(document: TranslatedDocument, secrets: Secrets, caller: CallerAt): Promise<Planned> {
    const check = new DocumentCheck(document.model !== this.driver.model.profile.model, secrets);
    for (const { path, message } of document.problems) check.problem(path, message);
    if (document.remark) check.warn('hardware', document.remark);
    const sections: PlannedSection[] = [];
    for (const [name, section] of this.sections.all()) {
      await nextTurn();
      const now = section.read();
      if (!document.sections.has(name)) {
        // It stays, and must still fit what changes.
        const { plain } = await parted((await section.written?.(now, true)) ?? now, name);
        await section.check(plain, check.ofWhatStays());
        check.plan(name, now);
        continue;
      }
      const wanted = await section.check(document.sections.get(name), check);
      check.plan(name, wanted);
      sections.push({ name, section, wanted, changes: await changesOf(name, now, wanted) });
    }
    if (document.sealed && !secrets) {
      check.warn('secrets', 'The secrets of the document are not opened: no passphrase was sent.');
    }
    refuseLockout(check.planned<UserEntry[]>('users') ?? [], caller, check);
    if (check.problems.length > 0) throw ApiError.validation(check.problems);
    return { sections, check };
  }

  async #secretsOf({ sealed, passphrase }: SoundDocument): Promise<Secrets> {
    if (!sealed || passphrase === undefined) return undefined;
    const opened = await open(sealed, (salt) => this.hasher.deriveKey(passphrase, salt));
    if (!opened) throw new ApiError('CONFIG_SECRETS_SHUT').at('passphrase');
    return opened;
  }
}

/** Whoever applies a document is not to be shut out by it. */
function refuseLockout(users: readonly UserEntry[], { userId, username }: CallerAt, check: DocumentCheck): void {
  const own = users.find(({ id }) => String(id) === userId);
  const isHe = own && (own.id === PRIMARY_ADMIN_ID || nameKey(own.username) === nameKey(username));
  if (isHe && own.enabled && own.roleId === ADMINISTRATOR_ROLE_ID) return;
  check.problem('users', `Your own account, ${username}, must be among them with its id, its role and enabled.`);
}

const planView = ({ sections, check }: Planned, applied: boolean): ConfigPlan => ({
  applied,
  changes: sections.flatMap(({ changes }) => changes),
  warnings: [...check.warnings],
});
