import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Channels1700000001600 implements MigrationInterface {
  name = 'Channels1700000001600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "snmp_engine" ("id" integer PRIMARY KEY NOT NULL, "engineId" text NOT NULL, "boots" integer NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE "peer_pin" ("peer" text PRIMARY KEY NOT NULL, "fingerprint" text NOT NULL, "pinnedAt" integer NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "peer_pin"`);
    await runner.query(`DROP TABLE "snmp_engine"`);
  }
}
