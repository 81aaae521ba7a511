import { readFileSync } from 'node:fs';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';
import { SlotFile, type SlotStorage } from '../common/slot-file.js';
import { decodeSlot, encodeSlot } from '../common/slot-file.js';
import type { Millis } from '../common/clock.js';
import { isFaultKind, type ControllerFault, type FaultKind } from '../common/controller-faults.js';
import { Mutex } from '../common/mutex.js';

const FILE = 'run.marker';
/** Slots, written alternately: a torn one leaves the other. */
const SLOTS = 2;

type StoredFault = readonly [kind: FaultKind, since: Millis, stage?: string];
interface Marker {
  readonly running: boolean;
  /** Boot id of the machine, which changes when the machine starts. */
  readonly boot: string;
  readonly faults: readonly StoredFault[];
}

/** The recorded end of the previous run. */
export interface PreviousRun {
  /** Faults that were active when it ended. */
  readonly faults: readonly Omit<ControllerFault, 'active'>[];
  /** A sentence about a crash; undefined after a regular stop. */
  readonly crash: string | undefined;
}

/**
 * A small file with the state of the run and its faults: a start that finds "running" follows a crash. It is
 * preallocated and overwritten in place, so that a full disk does not make a stop look like a crash.
 */
@Injectable()
export class RunMarkerService implements OnModuleDestroy, OnApplicationShutdown {
  readonly #logger = new Logger('RunMarker');
  readonly #mutex = new Mutex();
  readonly #boot = bootId();
  #file: SlotStorage | undefined;
  #sequence = 0;
  #running = false;
  #faults: readonly StoredFault[] = [];

  constructor(
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Reads the file of the previous run. This run counts as running as soon as the controller listens. */
  async open(): Promise<PreviousRun> {
    if (this.config.dataDir === IN_MEMORY) return { faults: [], crash: undefined };
    const server = this.http.httpAdapter.getHttpServer() as Server | undefined;
    server?.once('listening', () => {
      this.#running = true;
      this.#write();
    });
    try {
      this.#file = await SlotFile.open(dataFile(this.config.dataDir, FILE), SLOTS);
      return this.#read((await this.#file.read()).flatMap((slot) => decodeSlot(slot) ?? []));
    } catch (error) {
      this.#logger.warn(`${FILE} cannot be used: ${String(error)}`);
      return { faults: [], crash: undefined };
    }
  }

  /** Stores the active faults for the next run. */
  saveFaults(faults: readonly ControllerFault[]): void {
    this.#faults = faults.map(({ kind, since, stage }) => (stage === undefined ? [kind, since] : [kind, since, stage]));
    this.#write();
  }

  /** Marks the stop as requested: whatever happens from now on is no crash. */
  async onModuleDestroy(): Promise<void> {
    this.#running = false;
    this.#write();
    await this.#mutex.run(async () => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#mutex.run(async () => undefined);
    await this.#file?.close();
    this.#file = undefined;
  }

  #read(slots: readonly { sequence: number; text: string }[]): PreviousRun {
    const newest = slots.reduce((a, b) => (b.sequence > a.sequence ? b : a), { sequence: 0, text: '' });
    this.#sequence = newest.sequence;
    const marker = markerOf(newest.text);
    this.#faults = marker?.faults ?? [];
    const faults = this.#faults.map(([kind, since, stage]) => ({ kind, since, stage, message: OF_PREVIOUS_RUN }));
    return { faults, crash: marker?.running ? this.#crashOf(marker) : undefined };
  }

  #crashOf({ boot }: Marker): string {
    const { name, others } = this.config.role === 'hub' ? HUB : CONTROLLER;
    const again = `The ${name} was started again after`;
    return boot === this.#boot
      ? `${again} it had ended without being stopped: it crashed, was killed or hung. The log of the time before may say why. ${others}`
      : `${again} the machine had ended without stopping it: its power was lost, or it was reset.`;
  }

  #write(): void {
    const file = this.#file;
    if (!file) return;
    const marker: Marker = { running: this.#running, boot: this.#boot, faults: this.#faults };
    const sequence = ++this.#sequence;
    const slot = encodeSlot({ sequence, text: JSON.stringify(marker) });
    void this.#mutex
      .run(() => file.write(new Map([[sequence % SLOTS, slot]])))
      .catch((error: unknown) => this.#logger.warn(`${FILE} cannot be written: ${String(error)}`));
  }
}

const OF_PREVIOUS_RUN = 'It was so at the last stop.';
const CONTROLLER = { name: 'controller', others: 'Outlets stayed as they were.' };
const HUB = { name: 'hub', others: 'PDUs worked on without it.' };

function markerOf(text: string): Marker | undefined {
  try {
    const { running, boot, faults } = JSON.parse(text) as Partial<Record<keyof Marker, unknown>>;
    if (typeof running !== 'boolean' || typeof boot !== 'string' || !Array.isArray(faults)) return undefined;
    return { running, boot, faults: faults.filter(isStoredFault) };
  } catch {
    return undefined;
  }
}

const isStoredFault = (value: unknown): value is StoredFault =>
  Array.isArray(value) &&
  isFaultKind(value[0]) &&
  typeof value[1] === 'number' &&
  (value[2] === undefined || typeof value[2] === 'string');

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
