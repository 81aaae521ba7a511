import { Injectable } from '@nestjs/common';
import { Access } from '../../common/access.js';
import { Db } from '../../database/db.js';
import { rowsOfList } from '../../database/dialect.js';
import { numberOfCursor, pageOf } from '../cursor.js';
import { DEFAULT_LIMIT } from '../page-query.dto.js';
import { PdusService } from '../pdus/pdus.service.js';
import type { CommandsQueryDto } from './command.dto.js';
import { commandView, type FleetCommandsView } from './command.view.js';
import { onlyVisible } from '../only-visible.js';
import { CommandsService, isUnknown, type CommandJudgement } from './commands.service.js';
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
    const { limit = DEFAULT_LIMIT } = query;
    const judgement = this.commands.judgement;
    const rows = await this.#rows(query, access, limit + 1, judgement);
    const views = rows.map((row) => commandView(row, isUnknown(row, judgement)));
    return pageOf(views, limit, rows.length > limit ? rows[limit - 1]?.number : undefined);
  }

  #rows(
    { pdu, outcome, after }: CommandsQueryDto,
    access: Access,
    limit: number,
    { now, online }: CommandJudgement,
  ): Promise<HubCommandEntity[]> {
    const query = this.db.read.createQueryBuilder(HubCommandEntity, 'c').orderBy('c.number', 'DESC').take(limit);
    const below = numberOfCursor(after);
    if (below !== undefined) query.andWhere('c.number < :below', { below });
    if (pdu !== undefined) query.andWhere('c.pdu = :pdu', { pdu });
    if (outcome === 'open' || outcome === 'unknown') {
      // No column says whether an open one is unknown.
      const list = rowsOfList(query.connection, 'text', ':online');
      const isOpen = `(c.until >= :now OR c.pdu IN (SELECT "value" FROM ${list}))`;
      query.setParameters({ now, online: JSON.stringify([...online]) });
      if (outcome === 'open') query.andWhere(`c.outcome IS NULL AND ${isOpen}`);
      else query.andWhere(`((c.outcome IS NULL AND NOT ${isOpen}) OR c.outcome = :outcome)`, { outcome });
    } else if (outcome !== undefined) query.andWhere('c.outcome = :outcome', { outcome });
    return onlyVisible(query, this.pdus.all, access).getMany();
  }
}
