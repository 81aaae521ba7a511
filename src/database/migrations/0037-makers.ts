import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made a group or an action: the room in both lists is shared out among their makers. */
export class Makers1700000003700 implements MigrationInterface {
  name = 'Makers1700000003700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet_group" ADD COLUMN "maker" text`);
    await runner.query(`ALTER TABLE "action" ADD COLUMN "maker" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "action" DROP COLUMN "maker"`);
    await runner.query(`ALTER TABLE "outlet_group" DROP COLUMN "maker"`);
  }
}
