/** The simplest model of a group, for comparison with its real behaviour. Time counts in whole seconds. */
type OnOff = 'ON' | 'OFF';

/** A pending ON: at a moment, or `wait` seconds after an OFF that is still pending. */
interface Pending {
  readonly wait: number;
  readonly on: number;
  readonly waitsForOff: boolean;
  readonly isReboot: boolean;
  readonly isStaggered: boolean;
}

export class GroupModel {
  #now = 0;
  readonly #states = new Map<string, OnOff>();
  readonly #pending = new Map<string, Pending>();

  constructor(
    private readonly members: readonly string[],
    private readonly offSeconds: Readonly<Record<string, number>>,
    private readonly delay: number,
  ) {
    for (const id of members) this.#states.set(id, 'ON');
  }

  states(): string {
    return this.members.map((id) => this.#states.get(id)).join(' ');
  }

  command(command: OnOff | 'REBOOT'): void {
    if (command === 'OFF') this.members.forEach((id) => this.#set(id, 'OFF'));
    if (command === 'ON') this.#turnOn();
    if (command === 'REBOOT' && ![...this.#pending.values()].some((each) => each.isStaggered && each.isReboot))
      this.#reboot();
  }

  commandOne(id: string, command: OnOff | 'REBOOT'): void {
    if (command !== 'REBOOT') {
      this.#set(id, command);
      this.#move(); // every switching ends with a reading, and every reading makes the moves that are due
      return;
    }
    if (this.#pending.get(id)?.isReboot) return;
    const wait = this.offSeconds[id] ?? 0;
    const waitsForOff = this.#states.get(id) === 'ON';
    this.#pending.set(id, {
      wait,
      on: this.#now + (waitsForOff ? 0 : wait),
      waitsForOff,
      isReboot: true,
      isStaggered: false,
    });
  }

  second(): void {
    this.#now++;
    this.#move();
  }

  /** Cancels a pending OFF; late steps are spaced apart. */
  restart(away: number): void {
    this.#now += away;
    let free = this.#now;
    for (const [id, pending] of [...this.#pending].sort(([, a], [, b]) => a.on - b.on || a.wait - b.wait)) {
      const on = Math.max(pending.on, pending.isStaggered ? free : this.#now);
      if (pending.isStaggered) free = on + this.delay;
      this.#pending.set(id, { ...pending, on, waitsForOff: false });
    }
    this.#move();
  }

  #turnOn(): void {
    let place = 0;
    for (const id of this.members) {
      const wait = this.#states.get(id) === 'ON' ? 0 : this.delay * place++;
      if (wait === 0) this.#set(id, 'ON');
      else
        this.#pending.set(id, { wait, on: this.#now + wait, waitsForOff: false, isReboot: false, isStaggered: true });
    }
  }

  #reboot(): void {
    const longest = Math.max(...this.members.map((id) => this.offSeconds[id] ?? 0));
    this.members.forEach((id, place) => {
      const wait = longest + place * this.delay;
      // One that is already off retains its time over a restart before the OFF.
      const on = this.#now + (this.#states.get(id) === 'OFF' ? wait : 0);
      this.#pending.set(id, { wait, on, waitsForOff: true, isReboot: true, isStaggered: true });
    });
  }

  #move(): void {
    for (const [id, pending] of [...this.#pending]) {
      if (pending.waitsForOff) {
        this.#states.set(id, 'OFF');
        this.#pending.set(id, { ...pending, waitsForOff: false, on: this.#now + pending.wait });
      } else if (pending.on <= this.#now) this.#set(id, 'ON');
    }
  }

  #set(id: string, state: OnOff): void {
    this.#states.set(id, state);
    this.#pending.delete(id);
  }
}
