import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { ResetList } from '../kernel/reset-list.js';
import { ExtremesStore } from './extremes-store.service.js';
import { HistoryArchive } from './history-archive.service.js';
import { HistoryBlock } from './history-block.entity.js';
import { HistoryExtreme } from './history-extreme.entity.js';
import { HistoryRecorder } from './history-recorder.service.js';
import { HistorySpan } from './history-span.entity.js';
import { HistoryTail } from './history-tail.entity.js';
import { HistoryThing } from './history-thing.entity.js';

/** The history in a factory reset: all of it is forgotten. Nothing of it is set by anybody, so no document has it. */
@Injectable()
export class HistoryConfiguration implements OnModuleInit {
  constructor(
    private readonly resets: ResetList,
    private readonly db: Db,
    private readonly recorder: HistoryRecorder,
    private readonly archive: HistoryArchive,
    private readonly extremes: ExtremesStore,
  ) {}

  onModuleInit(): void {
    this.resets.add('history', {
      tables: [HistoryBlock, HistorySpan, HistoryTail, HistoryExtreme],
      reset: () => this.#forgetAll(),
    });
    this.resets.keep('Numbers the things of the model; says nothing about them.', HistoryThing);
  }

  async #forgetAll(): Promise<void> {
    await this.archive.forgetAll();
    await this.extremes.forgetAll();
    this.db.afterCommit(() => this.recorder.memory.clear());
  }
}
