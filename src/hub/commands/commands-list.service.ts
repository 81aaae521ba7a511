import { Injectable } from '@nestjs/common';
import { Access } from '../../common/access.js';
import { Db } from '../../database/db.js';
import { numberOfCursor, pageOf } from '../cursor.js';
import { DEFAULT_LIMIT } from '../page-query.dto.js';
import { PdusService } from '../pdus/pdus.service.js';
import type { CommandsQueryDto } from './command.dto.js';
import { commandView, type FleetCommandsView, type FleetCommandView } from './command.view.js';
import { onlyVisible } from '../only-visible.js';
import { CommandsService } from './commands.service.js';
import { HubCommandEntity } from './hub-command.entity.js';

/** Pages of the commands to those PDUs that a role may see, the newest first. */
@Injectable()
export class CommandsListService {
  constructor(
    private readonly db: Db,
    private readonly pdus: PdusService,
    private readonly commands: CommandsService,
  ) {}

  async page(query: CommandsQueryDto, access: Access): Promise<FleetCommandsView> {
    const { limit = DEFAULT_LIMIT, outcome } = query;
    const found: { readonly view: FleetCommandView; readonly number: number }[] = [];
    let below = numberOfCursor(query.after);
    let isEnd = false;
    while (!isEnd && found.length <= limit) {
      const rows = await this.#rows(query, access, below, limit + 1);
      for (const row of rows) {
        const view = commandView(row, this.commands.isUnknown(row));
        // No column says whether an open one is unknown.
        if (outcome === undefined || view.outcome === outcome) found.push({ view, number: row.number });
      }
      below = rows.at(-1)?.number;
      isEnd = rows.length <= limit;
    }
    const last = found.length > limit ? found[limit - 1]?.number : undefined;
    return pageOf(
      found.map(({ view }) => view),
      limit,
      last,
    );
  }

  #rows(
    { pdu, outcome }: CommandsQueryDto,
    access: Access,
    below: number | undefined,
    limit: number,
  ): Promise<HubCommandEntity[]> {
    const query = this.db.read.createQueryBuilder(HubCommandEntity, 'c').orderBy('c.number', 'DESC').take(limit);
    if (below !== undefined) query.andWhere('c.number < :below', { below });
    if (pdu !== undefined) query.andWhere('c.pdu = :pdu', { pdu });
    if (outcome === 'open') query.andWhere('c.outcome IS NULL');
    else if (outcome === 'unknown') query.andWhere('(c.outcome IS NULL OR c.outcome = :outcome)', { outcome });
    else if (outcome !== undefined) query.andWhere('c.outcome = :outcome', { outcome });
    return onlyVisible(query, this.pdus.all, access).getMany();
  }
}
