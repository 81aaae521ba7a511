import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The device behind an outlet, and the labels of an outlet; both null where there are none. */
export class OutletDevices1700000004300 implements MigrationInterface {
  name = 'OutletDevices1700000004300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet" ADD COLUMN "device" text`);
    await runner.query(`ALTER TABLE "outlet" ADD COLUMN "labels" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet" DROP COLUMN "labels"`);
    await runner.query(`ALTER TABLE "outlet" DROP COLUMN "device"`);
  }
}
