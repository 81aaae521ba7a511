import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { UiController } from './ui.controller.js';
import { UiService } from './ui.service.js';

/** Imported after all others: its last route takes every other GET. */
@Module({ imports: [AuthModule], controllers: [UiController], providers: [UiService] })
export class UiModule {}
