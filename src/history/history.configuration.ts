import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FactoryResets } from '../common/factory-resets.js';
import { ExtremesStore } from './extremes.store.js';
import { HistoryArchiveService } from './history-archive.service.js';
import {
  HistoryBlockEntity,
  HistorySpanEntity,
  HistoryTailEntity,
  HistoryExtremeEntity,
  HistoryObjectEntity,
} from './history.entity.js';
import { HistoryRecorderService } from './history-recorder.service.js';

/**
 * Registers the history for the factory reset, which deletes it. It has nothing to configure, so no document has it.
 */
@Injectable()
export class HistoryConfiguration implements OnModuleInit {
  constructor(
    private readonly resets: FactoryResets,
    private readonly db: Db,
    private readonly recorder: HistoryRecorderService,
    private readonly archive: HistoryArchiveService,
    private readonly extremes: ExtremesStore,
  ) {}

  onModuleInit(): void {
    this.resets.add('history', {
      tables: [HistoryBlockEntity, HistorySpanEntity, HistoryTailEntity, HistoryExtremeEntity],
      reset: () => this.#deleteAll(),
    });
    this.resets.keep('Numbers the objects of the model; says nothing about them.', HistoryObjectEntity);
  }

  async #deleteAll(): Promise<void> {
    await this.archive.deleteAll();
    await this.extremes.deleteAll();
    this.db.afterCommit(() => this.recorder.memory.clear());
  }
}
