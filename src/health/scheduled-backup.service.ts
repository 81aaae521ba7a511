import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { writeBackup } from '../database/maintenance/backup.js';
import { IN_MEMORY } from '../database/data-folder.js';
import { DatabaseHealth } from '../database/database-health.js';
import { renameDurably } from '../common/durable-file.js';
import { HealthFactsRegistry, type BackupFacts } from '../common/health-facts.js';
import { Subjects } from '../kernel/subjects.js';
import { Ticks } from '../kernel/ticks.js';
import { Clock, EARLIEST_DATE, type Millis } from '../common/clock.js';
import { staggeredOffset } from '../common/staggered-offset.js';
import { within } from '../common/time-limit.js';
import { PasswordHasher } from '../users/passwords/password-hasher.js';
import { backupKey, passphraseIn } from './backup-key.js';

const HOUR: Millis = 60 * 60_000;
const WEEK: Millis = 7 * 24 * HOUR;
/** Delay of the first check, which leaves the disk to the start of the controller. */
const FIRST_CHECK: Millis = 2 * 60_000;
/** The longest time that a stop waits for a target that hangs. */
const STOP_WITHIN: Millis = 2000;

/** Writes a full backup once a week into the folder that the environment names, if any. */
@Injectable()
export class ScheduledBackupService implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('Backup');
  readonly #stopping = new AbortController();
  #notBefore: Millis = FIRST_CHECK;
  #work: Promise<void> | undefined;
  #startedAt: Millis = 0;
  #last: Millis | undefined;
  #problem: string | undefined;

  constructor(
    private readonly config: RuntimeConfig,
    private readonly subjects: Subjects,
    private readonly hasher: PasswordHasher,
    private readonly database: DatabaseHealth,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
    private readonly health: HealthFactsRegistry,
  ) {}

  onModuleInit(): void {
    const { backupDir, dataDir, hostedAs } = this.config;
    this.health.add('backup', () => this.state);
    if (backupDir === undefined || dataDir === IN_MEMORY) return;
    if (hostedAs !== undefined) this.#notBefore += staggeredOffset(hostedAs, HOUR); // the PDUs of a collector start together
    this.ticks.onTick('upkeep', ({ uptime }) => {
      if (this.#work || uptime < this.#notBefore || this.database.isSafeMode || this.database.isBroken) return;
      this.#notBefore = uptime + HOUR;
      this.#startedAt = uptime;
      this.#work = this.#backUpIfDue(backupDir).finally(() => (this.#work = undefined));
    });
  }

  /** A backup that is under way ends, and leaves nothing; the next start makes it. A target that hangs does not hold up the stop. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#notBefore = Infinity;
    this.#stopping.abort();
    if (this.#work) await within(STOP_WITHIN, this.#work, 'the target hangs').catch(() => undefined);
  }

  /** Undefined without scheduled backups. A failure, or a target that hangs, is a fault of the controller. */
  get state(): BackupFacts | undefined {
    if (this.config.backupDir === undefined) return undefined;
    const hangs = this.#work !== undefined && this.clock.uptime() - this.#startedAt > HOUR;
    return { last: this.#last, trouble: hangs ? 'The backup has not ended for an hour.' : this.#problem };
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #backUpIfDue(folder: string): Promise<void> {
    try {
      const now = this.clock.now();
      const made = (await this.#backupsIn(folder, now)).map((name) => momentOf(name) ?? 0);
      const newest = made.at(-1);
      this.#last = newest !== undefined && newest <= now ? newest : undefined;
      // A clock that is not set says of no backup how old it is: none is made that would replace one of the right time.
      const isKept = now < EARLIEST_DATE && made.some((at) => at >= EARLIEST_DATE);
      if (!isKept && (this.#last === undefined || now - this.#last >= WEEK)) await this.#write(folder, now);
      this.#problem = undefined;
    } catch (error) {
      if (this.#stopping.signal.aborted) return; // the stop is no fault of the folder
      this.#problem = `The scheduled backup could not be made in "${folder}": ${(error as Error).message}`;
    }
  }

  async #write(folder: string, now: Millis): Promise<void> {
    const key = backupKey(await passphraseIn(this.config.backupPassphraseFile ?? ''), this.hasher);
    const path = join(folder, `${this.#prefix}${stampOf(now)}.backup`);
    // The same name each time, so that the next backup replaces what a crash has left.
    const draft = join(folder, `${this.#prefix}unfinished.part`);
    const file = await open(draft, 'w', 0o600);
    try {
      await writeBackup(this.config.dataDir, file, key, now, this.#stopping.signal).finally(() => file.close());
      await renameDurably(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#last = now;
    this.#logger.log(`Made a backup: ${path}.`);
    const old = (await this.#backupsIn(folder, now)).filter((name) => join(folder, name) !== path);
    for (const name of old.slice(0, Math.max(0, old.length - this.config.backupKeep + 1))) {
      await rm(join(folder, name), { force: true });
    }
  }

  /**
   * The backups of this PDU, the oldest first. One with a time in the future was made before the clock was set, and counts as
   * the oldest. Other files in the folder are ignored.
   */
  async #backupsIn(folder: string, now: Millis): Promise<string[]> {
    const names = await readdir(folder);
    const made = names.filter((name) => name.startsWith(this.#prefix) && momentOf(name) !== undefined).sort();
    const isAhead = (name: string): boolean => (momentOf(name) ?? 0) > now;
    return [...made.filter(isAhead), ...made.filter((name) => !isAhead(name))];
  }

  get #prefix(): string {
    return `rackfeed-${this.subjects.parts.enclosureSerial}-`;
  }
}

const stampOf = (at: Millis): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** The time in a name such as `rackfeed-1000036-20260302T080200Z.backup`. */
function momentOf(name: string): Millis | undefined {
  const [, y, mo, d, h, mi, s] = /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? [];
  return y === undefined ? undefined : Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}
