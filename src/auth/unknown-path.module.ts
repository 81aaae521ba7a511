import { All, Controller, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignedIn } from '../common/access.js';
import { ApiError } from '../common/errors.js';

/** Handles unknown paths below /api: 401 comes before 404, so a stranger does not learn which paths exist. */
@ApiExcludeController()
@Controller()
class UnknownPathController {
  @All(['api', 'api/*path'])
  @SignedIn()
  refuse(): never {
    throw new ApiError('PATH_UNKNOWN');
  }
}

/** Imported last: routes are matched in the order of the modules. */
@Module({ controllers: [UnknownPathController] })
export class UnknownPathModule {}
