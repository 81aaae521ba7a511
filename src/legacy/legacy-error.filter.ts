import { Catch, Injectable } from '@nestjs/common';
import { ApiErrorFilter } from '../kernel/api-error.filter.js';
import { SettingsStore } from '../settings/settings.store.js';

/**
 * Offers HTTP Basic where it is switched on: many legacy tools send a password only to who asks for one. The paths of
 * the API never ask, so that no browser pops up a window of its own.
 */
@Injectable()
@Catch()
export class LegacyErrorFilter extends ApiErrorFilter {
  constructor(private readonly settings: SettingsStore) {
    super();
  }

  protected override get challenges(): string[] {
    const own = super.challenges;
    return this.settings.get('webApiPasswordEnabled') ? [...own, 'Basic realm="Rackfeed", charset="UTF-8"'] : own;
  }
}
