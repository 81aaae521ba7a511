import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { Subjects } from '../kernel/subjects.js';
import { assertStillAdministrator, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { ConfigSections, type ConfigSection, type SectionName } from '../common/configuration/config-sections.js';
import { ApiError } from '../common/errors.js';
import { mapYielding } from '../common/time-slices.js';
import { VERSION } from '../common/version.js';
import { LockoutService } from '../users/passwords/lockout.service.js';
import { KEY_COST, PasswordHasher } from '../users/passwords/password-hasher.js';
import { UsersService } from '../users/users.service.js';
import type { FullExportDto } from './config-document.dto.js';
import { FORMAT, PRODUCT, type ConfigDocument } from './config-document.view.js';
import { encryptSecrets } from './encrypted-secrets.js';
import { splitSecrets } from './split-secrets.js';

/** Exports the configuration document. */
@Injectable()
export class ConfigExportService {
  constructor(
    private readonly sections: ConfigSections,
    private readonly subjects: Subjects,
    private readonly users: UsersService,
    private readonly lockout: LockoutService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
    private readonly db: Db,
  ) {}

  /** The document without secrets, with a list of them. It stays equal until a change, so that it can be compared. */
  async plain(): Promise<ConfigDocument> {
    const { document, secrets } = await this.#split(false);
    return { ...document, ...(secrets.size > 0 && { secretsLeftOut: [...secrets.keys()] }) };
  }

  /** The document with all secrets, encrypted. Throws CURRENT_PASSWORD_WRONG, or 429 while attempts are throttled. */
  async full({ passphrase, currentPassword }: FullExportDto, caller: CallerWithAddress): Promise<ConfigDocument> {
    const user = this.users.find(caller.userId);
    if (!(await this.lockout.verify(user, user.username, currentPassword, caller.address))) {
      throw new ApiError('CURRENT_PASSWORD_WRONG').at('currentPassword');
    }
    assertStillAdministrator(caller);
    const { document, secrets } = await this.#split(true);
    const encrypted = await encryptSecrets(secrets, KEY_COST, (salt) => this.hasher.deriveKey(passphrase, salt));
    const after = { secrets: secrets.size };
    await this.audit.record({ kind: 'config.export', object: 'config', cause: causeOf(caller), after });
    return { ...document, exportedAt: new Date(this.clock.now()).toISOString(), secrets: encrypted };
  }

  async #split(withSecrets: boolean): Promise<{ document: ConfigDocument; secrets: ReadonlyMap<string, string> }> {
    const secrets = new Map<string, string>();
    // Read in one transaction, so that no section is older than another. A failing storage refuses transactions;
    // nothing
    // changes then, and an export is needed most.
    const read = ([name, section]: [SectionName, ConfigSection<object>]) => ({
      name,
      section,
      content: section.read(),
    });
    const contents = await this.db
      .transaction(() => mapYielding(this.sections.all(), read))
      .catch(() => this.sections.all().map(read));
    const sections: [SectionName, unknown][] = [];
    for (const { name, section, content } of contents) {
      const { plain, secrets: found } = await splitSecrets(
        (await section.toDocument?.(content, withSecrets)) ?? content,
        name,
      );
      for (const [path, text] of found) secrets.set(path, text);
      sections.push([name, plain]);
    }
    const document = {
      format: FORMAT,
      product: PRODUCT,
      model: this.subjects.model,
      hardware: this.subjects.parts,
      version: VERSION,
      sections: Object.fromEntries(sections),
    };
    return { document, secrets };
  }
}
