import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { HostKeyService } from './host-key.service.js';
import { ShellService } from './shell.service.js';
import { SshController } from './ssh.controller.js';

@Module({ imports: [UsersModule], controllers: [SshController], providers: [HostKeyService, ShellService] })
export class ShellModule {}
