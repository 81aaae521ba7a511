import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Access } from '../common/access.js';
import { rowsOfList } from '../database/dialect.js';
import { mayManage, mayView } from './access.js';
import type { Pdu } from './pdus/pdu.entity.js';

/** Leaves those rows in a query whose column `pdu` is a PDU that the role may see. */
export function onlyVisible<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  pdus: readonly Pdu[],
  access: Access,
): SelectQueryBuilder<T> {
  if (mayManage({ access })) return query;
  const visible = pdus.flatMap(({ id }) => (mayView({ access }, { id }) ? [id] : []));
  const column = `${query.alias}.pdu`;
  const list = rowsOfList(query.connection, 'text', ':visible');
  return query.andWhere(`${column} IN (SELECT "value" FROM ${list})`, { visible: JSON.stringify(visible) });
}
