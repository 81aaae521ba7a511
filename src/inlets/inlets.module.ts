import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InletName } from './inlet-name.entity.js';
import { InletsController } from './inlets.controller.js';
import { InletsService } from './inlets.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([InletName])],
  controllers: [InletsController],
  providers: [InletsService],
  exports: [InletsService],
})
export class InletsModule {}
