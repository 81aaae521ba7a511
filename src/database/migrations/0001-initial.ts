import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last migration of the builds before 0.1.0: a database that has it has all of these tables. */
const LAST_BEFORE_RELEASE = 'SwitchingCause1700000004100';

const SCHEMA = [
  `CREATE TABLE "audit_entry" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "at" integer NOT NULL,
    "kind" text NOT NULL,
    "object" text NOT NULL,
    "via" text NOT NULL,
    "who" text NOT NULL,
    "address" text,
    "before" text,
    "after" text,
    "result" text NOT NULL
  )`,
  `CREATE INDEX "audit_entry_at" ON "audit_entry" ("at")`,
  `CREATE INDEX "audit_entry_kind" ON "audit_entry" ("kind")`,
  `CREATE INDEX "audit_entry_object" ON "audit_entry" ("object")`,
  `CREATE INDEX "audit_entry_who" ON "audit_entry" ("who")`,
  `CREATE TABLE "relay_intent" (
    "relay" text PRIMARY KEY NOT NULL,
    "state" text NOT NULL,
    "at" integer NOT NULL,
    "via" text,
    "who" text
  )`,
  `CREATE TABLE "setting" (
    "key" text PRIMARY KEY NOT NULL,
    "value" text NOT NULL
  )`,
  `CREATE TABLE "role" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "permissions" text NOT NULL
  )`,
  `CREATE UNIQUE INDEX "role_name" ON "role" ("name")`,
  `CREATE TABLE "user" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "username" text NOT NULL,
    "roleId" integer NOT NULL,
    "enabled" boolean NOT NULL,
    "created" integer NOT NULL,
    "lastLogin" integer NOT NULL,
    "passwordHash" text NOT NULL,
    "passwordChangeRequired" boolean NOT NULL,
    "lockedUntil" integer,
    "lockedBy" text,
    "tokenHash" text,
    "tokenPrefix" text NOT NULL,
    "snmpv3Access" boolean NOT NULL,
    "snmpv3Security" text NOT NULL,
    "snmpv3UserId" text NOT NULL,
    "snmpv3AuthProtocol" text NOT NULL,
    "snmpv3PrivProtocol" text NOT NULL,
    "snmpv3AuthPass" text,
    "snmpv3PrivPass" text,
    "sshKeys" text NOT NULL,
    "knownSenders" text NOT NULL DEFAULT ('[]')
  )`,
  `CREATE UNIQUE INDEX "user_username" ON "user" ("username")`,
  `CREATE UNIQUE INDEX "user_token" ON "user" ("tokenHash")`,
  `CREATE TABLE "session" (
    "id" text PRIMARY KEY NOT NULL,
    "tokenHash" text NOT NULL,
    "userId" text NOT NULL,
    "createdAt" integer NOT NULL,
    "lastSeenAt" integer NOT NULL,
    "address" text NOT NULL,
    "agent" text NOT NULL,
    "byToken" boolean NOT NULL
  )`,
  `CREATE TABLE "inlet_name" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL
  )`,
  `CREATE TABLE "power_cycle" (
    "relay" text PRIMARY KEY NOT NULL,
    "kind" text NOT NULL,
    "wait" integer NOT NULL,
    "dueAt" integer NOT NULL,
    "sequence" text NOT NULL,
    "gap" integer NOT NULL,
    "via" text NOT NULL,
    "who" text NOT NULL
  )`,
  `CREATE TABLE "bank_name" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL
  )`,
  `CREATE TABLE "sensor_label" (
    "sensor" text NOT NULL,
    "part" text NOT NULL,
    "index" integer NOT NULL,
    "name" text,
    "description" text,
    PRIMARY KEY ("sensor", "part", "index")
  )`,
  `CREATE TABLE "outlet" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL,
    "pwrOnState" text NOT NULL,
    "customRebootTimeEnabled" boolean NOT NULL,
    "customRebootTime" integer NOT NULL,
    "protection" text NOT NULL DEFAULT ('none')
  )`,
  `CREATE TABLE "power_on_count" (
    "id" integer PRIMARY KEY NOT NULL,
    "count" integer NOT NULL
  )`,
  `CREATE TABLE "relay_output" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL,
    "customRebootTimeEnabled" boolean NOT NULL,
    "customRebootTime" integer NOT NULL
  )`,
  `CREATE TABLE "outlet_group" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "delay" real NOT NULL,
    "outlets" text NOT NULL,
    "maker" text
  )`,
  `CREATE TABLE "action" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "enabled" boolean NOT NULL,
    "code" integer NOT NULL,
    "params" text NOT NULL,
    "maker" text
  )`,
  `CREATE TABLE "action_run" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "eventId" integer NOT NULL,
    "actionId" integer NOT NULL,
    "name" text NOT NULL,
    "firing" text NOT NULL,
    "state" text NOT NULL,
    "tries" integer NOT NULL,
    "at" integer NOT NULL,
    "begunAt" integer,
    "endedAt" integer,
    "took" integer,
    "result" text,
    "detail" text
  )`,
  `CREATE INDEX "action_run_event" ON "action_run" ("eventId")`,
  `CREATE INDEX "action_run_state" ON "action_run" ("state")`,
  `CREATE TABLE "energy_reset" (
    "id" text PRIMARY KEY NOT NULL,
    "energy" real NOT NULL,
    "at" integer NOT NULL
  )`,
  `CREATE TABLE "event" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "enabled" boolean NOT NULL,
    "code" integer NOT NULL,
    "params" text NOT NULL,
    "actions" text NOT NULL,
    "maker" text
  )`,
  `CREATE TABLE "event_mark" (
    "eventId" integer PRIMARY KEY NOT NULL,
    "triggered" text NOT NULL,
    "lastFired" integer
  )`,
  `CREATE TABLE "event_firing" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "eventId" integer NOT NULL,
    "firing" text NOT NULL
  )`,
  `CREATE INDEX "event_firing_event" ON "event_firing" ("eventId")`,
  `CREATE TABLE "event_power_on" (
    "id" integer PRIMARY KEY NOT NULL,
    "count" integer NOT NULL
  )`,
  `CREATE TABLE "snmp_engine" (
    "id" integer PRIMARY KEY NOT NULL,
    "engineId" text NOT NULL,
    "boots" integer NOT NULL
  )`,
  `CREATE TABLE "peer_pin" (
    "peer" text PRIMARY KEY NOT NULL,
    "fingerprint" text NOT NULL,
    "pinnedAt" integer NOT NULL
  )`,
  `CREATE TABLE "numbered_thing" (
    "id" integer PRIMARY KEY NOT NULL,
    "thing" text NOT NULL
  )`,
  `CREATE TABLE "history_span" (
    "id" integer PRIMARY KEY NOT NULL,
    "bytes" integer NOT NULL
  )`,
  `CREATE TABLE "history_block" (
    "id" integer PRIMARY KEY NOT NULL,
    "data" blob NOT NULL
  )`,
  `CREATE TABLE "history_tail" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "hour" integer NOT NULL,
    "data" blob NOT NULL
  )`,
  `CREATE TABLE "history_extreme" (
    "thing" text PRIMARY KEY NOT NULL,
    "since" integer NOT NULL,
    "extremes" text NOT NULL
  )`,
  `INSERT INTO "role" ("id", "name", "description", "permissions") ` +
    `VALUES (1, 'Administrator', 'Every permission on every outlet.', '{}')`,
];

const TABLES = [...SCHEMA.join('\n').matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table = '']) => table);

/** The builds before 0.1.0 recorded a change of a part as `outlet.update`, and one of anything else as `group.change`. */
const ONE_VERB_FOR_CHANGES = `UPDATE "audit_entry" SET "kind" = replace("kind", '.update', '.change') WHERE "kind" LIKE '%.update'`;

/** The tables of 0.1.0. */
export class Initial1700000004200 implements MigrationInterface {
  name = 'Initial1700000004200';

  async up(runner: QueryRunner): Promise<void> {
    const earlier = (await runner.query(`SELECT "name" FROM "migrations"`)) as { name: string }[];
    if (earlier.some(({ name }) => name === LAST_BEFORE_RELEASE)) {
      await runner.query(ONE_VERB_FOR_CHANGES);
      return;
    }
    if (earlier.length > 0) throw new Error('The database is older than 0.1.0 and cannot be brought up to date.');
    for (const statement of SCHEMA) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
