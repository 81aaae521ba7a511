import { LiveValue } from '../../components/live-value.js';
import { levelOf, limitOf, type PowerNode } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { amps } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';

/** The current of an outlet, with a warning if it is above what the receptacle may carry. */
export function OutletCurrent({ id, node }: { readonly id: string; readonly node: PowerNode | undefined }) {
  const level = useLiveSummary(() => levelOf(live.get('outlets', id)?.currentRms, node));
  const warning = level === 'ok' ? undefined : words.outlets.overRating[level](amps(limitOf(level, node)));
  return (
    <span className="no-wrap" title={warning}>
      {warning !== undefined && (
        <>
          <span className="live" aria-hidden="true" style={{ color: `var(--${level})` }}>
            {level === 'bad' ? '✕' : '▲'}{' '}
          </span>
          <span className="visually-hidden">{warning}</span>
        </>
      )}
      <LiveValue list="outlets" id={id} text={(now) => amps(now?.currentRms)} width={7} />
    </span>
  );
}
