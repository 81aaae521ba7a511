import { Module } from '@nestjs/common';
import { UiController } from './ui.controller.js';
import { UiService } from './ui.service.js';

/** Imported after all others: its last route takes every other GET. */
@Module({ controllers: [UiController], providers: [UiService] })
export class UiModule {}
