import { Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiErrorFilter } from '../common/api-error.filter.js';
import { SettingsStore } from '../settings/settings.store.js';
import { isFromBrowser } from './cross-site.js';

/**
 * Sends tools the challenge of HTTP Basic while that is switched on: many send a password only when asked. A browser
 * never gets it, or it would open its own dialog over our sign-in page.
 */
@Injectable()
@Catch()
export class ChallengeFilter extends ApiErrorFilter {
  constructor(private readonly settings: SettingsStore) {
    super();
  }

  protected override offersBasicTo(request: Request): boolean {
    return this.settings.get('webApiPasswordEnabled') && !isFromBrowser(request.headers);
  }
}
