import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The devices that an outlet feeds, null for none, and the source of an inlet, empty where nobody has said. */
export class ConsumersAndSources1700000005300 implements MigrationInterface {
  name = 'ConsumersAndSources1700000005300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outlet" ADD COLUMN "consumers" text`);
    await runner.query(`ALTER TABLE "inlet_name" ADD COLUMN "sourceName" text NOT NULL DEFAULT ('')`);
    await runner.query(`ALTER TABLE "inlet_name" ADD COLUMN "sourceUri" text NOT NULL DEFAULT ('')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "inlet_name" DROP COLUMN "sourceUri"`);
    await runner.query(`ALTER TABLE "inlet_name" DROP COLUMN "sourceName"`);
    await runner.query(`ALTER TABLE "outlet" DROP COLUMN "consumers"`);
  }
}
