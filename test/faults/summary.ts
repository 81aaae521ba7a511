import { monotonic } from './restarts.js';
import type { FaultRun } from './fault-run.js';
import type { PowerCuts } from './power-cuts.js';

/** Prints the figures of a fault run, and its result. */
export class Summary {
  rounds = 0;
  readonly #begin = monotonic();

  constructor(
    private readonly faultRun: FaultRun,
    private readonly seed: number,
  ) {}

  /** Runs the test and prints the summary in any case. */
  async of(work: () => Promise<void>): Promise<void> {
    let violations = 1; // the first violation ends the run
    try {
      await work();
      violations = 0;
    } finally {
      console.log(this.#text(violations));
    }
  }

  #text(violations: number): string {
    const { restarts, killedWhileStarting, checker, powerCuts } = this.faultRun;
    const { operations, commands, answered, moves, latest, slowest } = checker.counts;
    const kills = restarts.all.filter(({ endedAt }) => endedAt !== undefined).length;
    return [
      `${this.rounds} rounds (seed ${this.seed}): ${kills} kills, ${killedWhileStarting} of them during a start`,
      `${operations} operations of ${commands} switching commands, ${answered} answered; ${moves} relay moves`,
      `${violations} violations; ${Math.round((monotonic() - this.#begin) / 1000)} s`,
      ...(powerCuts ? [cutsOf(powerCuts)] : []),
      `latest ON ${Math.round(latest)} ms after its time or the restart, slowest answer ${Math.round(slowest)} ms`,
    ].join('\n');
  }
}

function cutsOf({ total }: PowerCuts): string {
  const { cuts, changes, lost, torn, names, namesLost } = total;
  return (
    `${cuts} power cuts: of ${changes} writes without a sync ${lost} were lost and ${torn} torn, ` +
    `of ${names} names without a sync ${namesLost} were lost`
  );
}
