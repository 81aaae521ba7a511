import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Protection1700000001300 implements MigrationInterface {
  name = 'Protection1700000001300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet" ADD COLUMN "protection" text NOT NULL DEFAULT ('none')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet" DROP COLUMN "protection"`);
  }
}
