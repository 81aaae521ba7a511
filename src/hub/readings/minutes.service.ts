import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { MINUTES_OF_HOUR } from './hour-minutes.js';
import { hourOf } from './minute-hour.entity.js';
import { MinuteRecorder } from './minute-recorder.js';
import type { MinutesQueryDto } from './minutes.dto.js';
import type { PduMinutesView } from './minutes.view.js';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const MAX_DAYS = 7;

/** Reads the minutes of PDUs. */
@Injectable()
export class MinutesService {
  constructor(
    private readonly link: HubLink,
    private readonly recorder: MinuteRecorder,
  ) {}

  /** The span is widened to whole minutes. Throws 422 for one that is empty or too long. */
  async read(pdu: Pdu, query: MinutesQueryDto): Promise<PduMinutesView> {
    const to = Math.ceil((query.to ?? this.link.now) / MINUTE);
    const from = query.from === undefined ? to - DAY_MINUTES : Math.floor(query.from / MINUTE);
    if (from >= to) throw ApiError.validation([{ field: 'from', message: 'from must be before to.' }]);
    if (to - from > MAX_DAYS * DAY_MINUTES) throw new ApiError('FLEET_SPAN_TOO_LONG', MAX_DAYS);
    const hours = await this.recorder.hours(pdu, hourOf(from), hourOf(to - 1));
    const view: PduMinutesView = { from: from * 60, to: to * 60, t: [], w: [], va: [], peak: [] };
    for (let minute = from; minute < to; minute++) {
      const found = hours.get(hourOf(minute))?.at(minute % MINUTES_OF_HOUR);
      if (!found) continue;
      view.t.push(minute * 60);
      for (const name of ['w', 'va', 'peak'] as const) view[name].push(Number.isNaN(found[name]) ? null : found[name]);
    }
    return view;
  }
}
