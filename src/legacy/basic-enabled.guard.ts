import { Injectable, type CanActivate } from '@nestjs/common';
import { ApiError } from '../common/errors.js';
import { SettingsStore } from '../settings/settings.store.js';

/** The paths for legacy tools are there only while HTTP Basic is. */
@Injectable()
export class BasicEnabledGuard implements CanActivate {
  constructor(private readonly settings: SettingsStore) {}

  canActivate(): boolean {
    if (!this.settings.get('webApiPasswordEnabled')) throw new ApiError('PATH_UNKNOWN');
    return true;
  }
}
