import { Injectable } from '@nestjs/common';
import { BanksService } from '../banks/banks.service.js';
import { InletsService } from '../inlets/inlets.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import type { HistoryObject } from './history-objects.js';

/** The present names of objects; they are not in the history, so that a new name also applies to the past. */
@Injectable()
export class ObjectNamesService {
  constructor(
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
  ) {}

  of({ kind, id }: Pick<HistoryObject, 'kind' | 'id'>): string {
    switch (kind) {
      case 'inlet':
        return this.inlets.nameOf(this.inlets.find(id));
      case 'line':
        return this.inlets.lineName(id) ?? id;
      case 'bank':
        return this.banks.nameOf(this.banks.find(id));
      case 'outlet':
        return this.outlets.view(this.outlets.find(id)).outletName;
      case 'sensor':
        return this.sensors.view(this.sensors.find(id)).sensorName;
    }
  }
}
