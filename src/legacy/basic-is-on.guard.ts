import { Injectable, type CanActivate } from '@nestjs/common';
import { ApiError } from '../kernel/errors.js';
import { SettingsStore } from '../settings/settings.store.js';

/** The paths for legacy tools are there only while HTTP Basic is. */
@Injectable()
export class BasicIsOn implements CanActivate {
  constructor(private readonly settings: SettingsStore) {}

  canActivate(): boolean {
    if (!this.settings.get('webApiPasswordEnabled')) throw new ApiError('PATH_UNKNOWN');
    return true;
  }
}
