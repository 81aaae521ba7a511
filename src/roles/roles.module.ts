import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RoleEntity } from './role.entity.js';
import { RoleStore } from './role.store.js';
import { RolesConfiguration } from './roles.configuration.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([RoleEntity])],
  controllers: [RolesController],
  providers: [RoleStore, RolesService, RolesConfiguration],
  exports: [RolesService],
})
export class RolesModule {}
