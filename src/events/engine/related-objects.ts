import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { EventObject } from './compiled-rule.js';

/**
 * Ids of the objects whose switching a measurement of this object answers to, itself included. What an input, a
 * thermometer or a ping sees comes from outside: a button pressed often is no chain of automations.
 */
export function relatedObjectIds({ kind, id }: EventObject, { outlets, banks, inlets, profile }: PduModel): string[] {
  switch (kind) {
    case 'bank':
      return [id, ...outlets.filter(({ bankId }) => bankId === id).map((outlet) => outlet.id)];
    case 'inlet':
    case 'line': {
      // Both inlets of a transfer switch feed every bank; which inlet a line belongs to matters to none of our models.
      const feedsAll = inlets.length === 1 || profile.inletConfig === 'ats' || kind === 'line';
      const fed = banks.filter(({ inletId }) => feedsAll || inletId === id);
      return [id, ...outlets.filter(({ bankId }) => fed.some((bank) => bank.id === bankId)).map((outlet) => outlet.id)];
    }
    default:
      return [id];
  }
}
