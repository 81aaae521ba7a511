import { memo } from 'react';
import type { AlarmMark } from '../../components/alarms.js';
import type { PowerNode } from '../../components/power-tree.js';
import { Sparkline } from '../../components/sparkline.js';
import { STATE_MARKS } from '../../components/state-label.js';
import { useChangeCount } from '../../components/use-change-count.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { useLiveValue } from '../../live/live.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { CONDITION_LABELS, StateText } from '../outlets/outlet-state.js';
import { Marks } from './marks.js';
import { Receptacle } from './receptacle.js';
import { useConditionNow, useLoadNow, useOutletNow } from './use-outlet-now.js';
import type { Spark } from './use-sparks.js';

export interface OutletFaceProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  /** The outlet in a calculation; absent while nothing is planned. */
  readonly planned: PowerNode | undefined;
  /** The load that the calculation adds to it, W. */
  readonly added: number | undefined;
  readonly spark: Spark | undefined;
}

/**
 * The content of an outlet in the picture and in the list: receptacle, name, marks, the last minutes, state, load against
 * its limit. Each changing part renders alone.
 */
export const OutletFace = memo(function OutletFace({ row, node, planned, added, spark }: OutletFaceProps) {
  return (
    <>
      <Socket row={row} />
      <span className="rack-number">{row.outletIndex}</span>
      <span className="rack-name">
        <bdi>{row.device?.name ?? row.outletName}</bdi>
      </span>
      <Marks row={row} />
      {added !== undefined && <span className="rack-added">+{watts(added)}</span>}
      {spark && <Sparkline values={spark} width={40} height={14} />}
      <Value id={row.id} planned={planned} />
      <Bar id={row.id} node={node} planned={planned} />
    </>
  );
});

function Socket({ row: { id, receptacle } }: Pick<OutletFaceProps, 'row'>) {
  const [tone] = CONDITION_LABELS[useConditionNow(id)];
  return (
    <span className="rack-socket live-picture" data-tone={tone}>
      <Receptacle name={receptacle} />
    </span>
  );
}

function Value({ id, planned }: { readonly id: string; readonly planned: PowerNode | undefined }) {
  const { condition, tone, state, value } = useOutletNow(id, planned);
  const waits = useLiveValue('outlets', id, (outlet) => outlet?.turnsOnAt !== undefined);
  const changes = useChangeCount(condition === 'unknown' ? undefined : condition);
  const isTripped = condition === 'tripped' && value === state;
  return (
    <span
      key={changes}
      className="rack-value live"
      data-tone={tone}
      data-changed={changes > 0 || undefined}
      data-waits={waits || undefined}
    >
      {value !== state && <span className="visually-hidden">, {state}, </span>}
      <span className="rack-state-mark" aria-hidden="true">
        {STATE_MARKS[tone]}
      </span>
      <span className={isTripped ? 'rack-word' : undefined}>
        {waits && value === state ? <StateText id={id} /> : value}
      </span>
      {isTripped && (
        <span className="rack-word-short" aria-hidden="true">
          {words.overview.breakerTripped}
        </span>
      )}
    </span>
  );
}

type BarProps = { readonly id: string } & Pick<OutletFaceProps, 'node' | 'planned'>;

function Bar({ id, node, planned }: BarProps) {
  const { share, level } = useLoadNow(id, node, planned);
  return (
    <>
      <span className="rack-bar live-picture" aria-hidden="true" data-level={level}>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
      {level !== 'ok' && <span className="visually-hidden">, {words.rack.levels[level]}</span>}
    </>
  );
}

interface OutletTileProps extends OutletFaceProps {
  readonly gridRow: number;
  readonly gridColumn: number;
  readonly isSelected: boolean;
  /** The tile that Tab reaches; the arrow keys move it. */
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  /** The mark of an alarm at this outlet. */
  readonly alarm: AlarmMark | undefined;
  /** It would be overloaded or lose its power in the calculation. */
  readonly breaks: boolean;
  readonly selects: boolean;
}

/** One outlet of the picture; the grid around it handles keys and pointer. */
export const OutletTile = memo(function OutletTile(props: OutletTileProps) {
  const { row, gridRow, gridColumn, isSelected, isCurrent, isOpen, breaks, alarm, selects, ...face } = props;
  return (
    <div
      role="gridcell"
      className="rack-tile"
      data-outlet={row.id}
      data-open={isOpen || undefined}
      data-alarm={alarm}
      data-breaks={breaks || undefined}
      tabIndex={isCurrent ? 0 : -1}
      {...(selects && { 'aria-selected': isSelected })}
      style={{ gridRow, gridColumn }}
    >
      <OutletFace row={row} {...face} />
    </div>
  );
});
