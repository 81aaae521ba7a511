import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxMessageEntity } from './outbox.entity.js';
import { OutboxRepository } from './outbox.repository.js';

/** Messages that wait for their receivers over a stop of the controller. */
@Module({
  imports: [TypeOrmModule.forFeature([OutboxMessageEntity])],
  providers: [OutboxRepository],
  exports: [OutboxRepository],
})
export class OutboxModule {}
