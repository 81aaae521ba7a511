import { Injectable, type CanActivate } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ApiError } from '../common/errors.js';

/** Refuses a command to all outlets of a model without any, before the body is read: 404 comes before 422. */
@Injectable()
export class HasOutletsGuard implements CanActivate {
  constructor(private readonly driver: PduDriver) {}

  canActivate(): boolean {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
    return true;
  }
}
