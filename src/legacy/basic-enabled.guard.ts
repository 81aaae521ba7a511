import { Injectable, type CanActivate } from '@nestjs/common';
import { ApiError } from '../common/errors.js';
import { SettingsStore } from '../settings/settings.store.js';

/** Refuses the paths for legacy tools as unknown while HTTP Basic is off. */
@Injectable()
export class BasicEnabledGuard implements CanActivate {
  constructor(private readonly settings: SettingsStore) {}

  canActivate(): boolean {
    if (!this.settings.get('webApiPasswordEnabled')) throw new ApiError('PATH_UNKNOWN');
    return true;
  }
}
