import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { mayChangeConfiguration } from '../../audit/configuration-changes.js';
import type { Millis } from '../../common/clock.js';
import { errorMessage } from '../../common/text.js';
import { ConfigExportService } from '../../configuration/config-export.service.js';

/** A configuration that changes all the time is not read all the time. */
const AT_MOST_EVERY: Millis = 30_000;

/** The hash of the configuration, by which a hub sees that it has changed; it says nothing about its content. */
@Injectable()
export class ConfigHash {
  readonly #logger = new Logger('FleetLink');
  #value = '0'.repeat(32);
  #isCurrent = false;
  #isReading = false;
  #readAt: Millis = -Infinity;

  constructor(
    private readonly exports: ConfigExportService,
    audit: AuditLogService,
  ) {
    audit.onRecord(({ kind }) => {
      if (mayChangeConfiguration(kind)) this.#isCurrent = false;
    });
  }

  /** 32 hexadecimal digits; half a minute behind a change at most. */
  get value(): string {
    return this.#value;
  }

  /** Called once a second; resolves when the hash is read, if that was due. */
  async onTick(uptime: Millis): Promise<void> {
    if (this.#isCurrent || this.#isReading || uptime - this.#readAt < AT_MOST_EVERY) return;
    [this.#isReading, this.#isCurrent, this.#readAt] = [true, true, uptime];
    try {
      const { model, sections } = await this.exports.plain();
      this.#value = createHash('sha256')
        .update(JSON.stringify([model, sections]))
        .digest('hex')
        .slice(0, 32);
    } catch (error) {
      this.#isCurrent = false;
      this.#logger.warn(`The hash of the configuration could not be made: ${errorMessage(error)}`);
    } finally {
      this.#isReading = false;
    }
  }
}
