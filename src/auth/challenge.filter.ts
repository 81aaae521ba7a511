import { Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiErrorFilter } from '../common/api-error.filter.js';
import { SettingsStore } from '../settings/settings.store.js';
import { isFromBrowser } from './cross-site.js';

/**
 * Offers HTTP Basic to tools while it is switched on: many send a password only to a server that asks for one. A browser
 * is never asked, or it would open a window of its own over our sign-in page.
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
