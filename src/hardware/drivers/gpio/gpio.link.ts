import type { Clock } from '../../../common/clock.js';
import { PriorityQueue } from '../../../common/priority-queue.js';
import { errorMessage } from '../../../common/text.js';
import type { TimeLimits } from '../time-limits.js';
import type { Link } from '../wired/bus.js';
import { Backoff } from '../wired/backoff.js';
import type { PointValues } from '../wired/point-values.js';
import type { WiredPoint } from '../wired/wired-point.js';
import type { GpioLinkProfile, GpioPointProfile } from './gpio.bus.js';
import { GpioTools, type Level, type LineInfo } from './gpio-tools.js';
import { hold, isRunning, release, runningHolders, type LineHolder } from './line-holder.js';

export type GpioPoint = WiredPoint<GpioPointProfile>;

/**
 * Relays and contacts on the pins of the board. A relay's line is taken over with its present level, and stays driven
 * when the controller ends.
 */
export class GpioLink implements Link {
  readonly #queue = new PriorityQueue();
  readonly #tools: GpioTools;
  readonly #backoff: Backoff;
  readonly #holders = new Map<number, LineHolder>();
  readonly #relays: readonly GpioPoint[];
  readonly #inputs: readonly GpioPoint[];

  constructor(
    private readonly profile: GpioLinkProfile,
    points: readonly GpioPoint[],
    private readonly values: PointValues,
    clock: Clock,
    limits: TimeLimits,
  ) {
    this.#tools = new GpioTools(profile.chip, limits.program);
    this.#backoff = new Backoff(clock);
    this.#relays = points.filter(({ kind }) => kind === 'relay');
    this.#inputs = points.filter(({ kind }) => kind !== 'relay');
  }

  async refresh(): Promise<void> {
    if (!this.#backoff.mayTry) return;
    try {
      await this.#queue.run(() => this.#readRelays());
      await this.#queue.run(() => this.#readInputs());
      this.#backoff.reset();
    } catch (error) {
      this.values.missed([...this.#relays, ...this.#inputs], errorMessage(error));
      this.#backoff.increase();
    }
  }

  write(point: GpioPoint, on: boolean, assertInTime: () => void): Promise<void> {
    return this.#queue.run(async () => {
      assertInTime();
      await this.#write(point, on);
    }, 'first');
  }

  /** Leaves the lines driven: the next controller finds their holders. */
  async close(): Promise<void> {
    await this.#queue.run(async () => undefined);
  }

  /** A relay has the level that its line's holder drives; a line without a holder keeps its present level. */
  async #readRelays(): Promise<void> {
    const lost = this.#relays.filter((point) => !this.#isHeld(lineOf(point)));
    if (lost.length > 0) await this.#claim(lost);
    for (const point of this.#relays) {
      const holder = this.#holders.get(lineOf(point));
      if (holder) this.values.note(point, isOn(point, holder.level));
    }
  }

  #isHeld(line: number): boolean {
    const holder = this.#holders.get(line);
    if (holder && !isRunning(holder)) this.#holders.delete(line);
    return this.#holders.has(line);
  }

  async #claim(points: readonly GpioPoint[]): Promise<void> {
    const running = runningHolders(this.profile.chip);
    const info = await this.#tools.info();
    await Promise.all(
      points.map(async (point) => {
        const line = lineOf(point);
        try {
          const present = async () => hold(this.#tools, line, await this.#currentLevel(line, info.get(line)));
          this.#holders.set(line, running.get(line) ?? (await present()));
        } catch (error) {
          this.values.forget(point, errorMessage(error));
        }
      }),
    );
  }

  /** The level of a line without a holder, read without changing it. */
  async #currentLevel(line: number, info: LineInfo | undefined): Promise<Level> {
    if (!info) throw new Error(`${this.profile.chip} has no line ${line}`);
    if (info.isUsed) throw new Error(`line ${line} is used by another program`);
    if (info.direction === 'output' && !(await this.#tools.canReadOutputs())) {
      throw new Error(
        `line ${line} is an output without a driving process, and libgpiod 1 cannot read it without releasing it: ` +
          'switch the relay once',
      );
    }
    const [level] = await this.#tools.levels([line]);
    return level ?? 0;
  }

  async #readInputs(): Promise<void> {
    if (this.#inputs.length === 0) return;
    const levels = await this.#tools.levels(this.#inputs.map(lineOf));
    this.#inputs.forEach((point, place) => {
      const level = levels[place];
      if (level !== undefined) this.values.note(point, isOn(point, level));
    });
  }

  async #write(point: GpioPoint, on: boolean): Promise<void> {
    const line = lineOf(point);
    const level: Level = on === isOn(point, 1) ? 1 : 0;
    const holder = this.#isHeld(line) ? this.#holders.get(line) : runningHolders(this.profile.chip).get(line);
    if (holder?.level === level) {
      this.#holders.set(line, holder);
    } else {
      try {
        if (holder) await release(this.#tools, holder);
        this.#holders.delete(line);
        this.#holders.set(line, await hold(this.#tools, line, level));
      } catch (error) {
        this.values.forget(point, errorMessage(error));
        throw new Error(`${point.name}: ${errorMessage(error)}`, { cause: error });
      }
    }
    this.values.note(point, on);
  }
}

const lineOf = ({ where, place }: GpioPoint): number => where.lines[place] ?? -1;

const isOn = ({ where }: GpioPoint, level: Level): boolean => (level === 1) !== (where.activeLow ?? false);
