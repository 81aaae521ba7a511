import type { INestApplication } from '@nestjs/common';
import { getRepositoryToken } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';

/** The entities of an application; its data source knows those of every other application that the process has loaded too. */
export function entitiesOf(app: INestApplication): (new () => object)[] {
  return app
    .get(DataSource)
    .entityMetadatas.map(({ target }) => target as new () => object)
    .filter((entity) => hasRepository(app, entity));
}

function hasRepository(app: INestApplication, entity: EntityTarget<ObjectLiteral>): boolean {
  try {
    app.get(getRepositoryToken(entity as new () => object), { strict: false });
    return true;
  } catch {
    return false;
  }
}
