import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { outletTitle } from '../../components/outlet-title.js';
import { STATE_MARKS } from '../../components/state-label.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { Marks } from './marks.js';
import { Receptacle } from './receptacle.js';
import { useOutletNow } from './use-outlet-now.js';
import type { PowerNode } from './use-power-tree.js';

interface OutletFaceProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  readonly planned: PowerNode | undefined;
}

/** The content of an outlet in the picture and in the list: receptacle, name, marks, state, load against its limit. */
export function OutletFace({ row, node, planned }: OutletFaceProps) {
  const { condition, tone, state, value, share, level } = useOutletNow(row.id, node, planned);
  return (
    <>
      <span className="rack-socket live-picture" data-tone={tone} data-condition={condition}>
        <Receptacle name={row.receptacle} />
      </span>
      <span className="rack-number">{row.outletIndex}</span>
      <span className="rack-name">
        <bdi>{row.device?.name ?? row.outletName}</bdi>
      </span>
      <Marks row={row} />
      <span className="rack-value live" data-tone={tone}>
        {value !== state && <VisuallyHidden>, {state}, </VisuallyHidden>}
        <span className="rack-state-mark" aria-hidden="true">
          {STATE_MARKS[tone]}
        </span>
        {value}
      </span>
      <span className="rack-bar live-picture" aria-hidden="true" data-level={level}>
        <span style={{ transform: `scaleX(${share ?? 0})` }} />
      </span>
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
  /** It would be overloaded or lose its power in the calculation. */
  readonly breaks: boolean;
  readonly selects: boolean;
}

/** One outlet of the picture; the grid around it handles keys and pointer. */
export const OutletTile = memo(function OutletTile(props: OutletTileProps) {
  const { row, gridRow, gridColumn, isSelected, isCurrent, isOpen, breaks, selects, ...face } = props;
  return (
    <div
      role="gridcell"
      className="rack-tile"
      data-outlet={row.id}
      data-open={isOpen || undefined}
      data-breaks={breaks || undefined}
      title={outletTitle(row)}
      tabIndex={isCurrent ? 0 : -1}
      {...(selects && { 'aria-selected': isSelected })}
      style={{ gridRow, gridColumn }}
    >
      <OutletFace row={row} {...face} />
    </div>
  );
});
