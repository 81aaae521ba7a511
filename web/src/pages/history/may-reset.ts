import type { Schema } from '../../api/client.js';
import type { Rights } from '../../app/rights.js';

type Thing = Pick<Schema['HistoryObjectView'], 'id' | 'kind'>;

/** Whether the role may let extremes and counters of a thing begin anew. The server refuses it all the same. */
export function mayReset({ id, kind }: Thing, rights: Rights): boolean {
  if (kind === 'outlet') return rights.maySwitch(id);
  if (kind === 'sensor') return rights.can('modifyPortSettings');
  return kind === 'bank' ? rights.can('modifyBankStats') : rights.can('modifyInletStats');
}
