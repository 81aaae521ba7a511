import { useEffect, useState, type RefObject } from 'react';
import { levelOf, limitOf, type NodesById, type PowerNode } from '../../components/power-tree.js';
import { outletTitle } from '../../components/outlet-title.js';
import { isolated } from '../../language/direction.js';
import { words } from '../../language/words.js';
import { amps, percent, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { DrawsAgain, OutletReason, OutletState } from '../outlets/outlet-state.js';
import { outletAt } from './use-drag-select.js';
import type { Plan } from './use-plan.js';
import './outlet-card.css';

const CARD = 'rack-card';
/** Space between an outlet and its card, px. */
const GAP = 6;
const [WIDTH, HEIGHT] = [300, 190];

interface Shown {
  readonly id: string;
  readonly left: number;
  readonly top: number;
}

interface OutletCardProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rows: readonly OutletRow[];
  readonly nodes: NodesById;
  readonly plan: Plan;
  /** The outlet of the panel, which needs no card. */
  readonly opened: string | undefined;
}

/** All about the outlet that the mouse or the focus is on. It listens itself, so that the picture is not rendered. */
export function OutletCard({ grid, rows, nodes, plan, opened }: OutletCardProps) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    let wasScrolled = false;
    const show = (event: Event): void => {
      if (event instanceof PointerEvent && (event.pointerType !== 'mouse' || event.buttons !== 0)) return;
      wasScrolled = false;
      const id = outletAt(event.target);
      const tile = id === undefined ? null : element.querySelector<HTMLElement>(`[data-outlet="${id}"]`);
      if (id === undefined || !tile) return setShown(undefined);
      if (event.type === 'focusin' && !tile.matches(':focus-visible')) return;
      tile.setAttribute('aria-describedby', CARD);
      setShown({ id, ...placeOf(tile.getBoundingClientRect()) });
    };
    const hide = (): void => setShown(undefined);
    const onScroll = (): void => {
      wasScrolled = true;
      hide();
    };
    // A scroll takes the card away and not the mouse, which enters nothing then.
    const onMove = (event: PointerEvent): void => {
      if (wasScrolled) show(event);
    };
    const onKey = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === 'Escape') hide();
    };
    const shows = ['pointerover', 'focusin'];
    const hides = ['pointerleave', 'focusout', 'pointerdown', 'dragenter'];
    for (const name of shows) element.addEventListener(name, show);
    for (const name of hides) element.addEventListener(name, hide);
    element.addEventListener('pointermove', onMove);
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('keydown', onKey);
    return () => {
      for (const name of shows) element.removeEventListener(name, show);
      for (const name of hides) element.removeEventListener(name, hide);
      element.removeEventListener('pointermove', onMove);
      removeEventListener('scroll', onScroll);
      removeEventListener('keydown', onKey);
    };
  }, [grid]);
  const row = rows.find(({ id }) => id === shown?.id);
  if (!shown || !row || row.id === opened) return null;
  return (
    <div id={CARD} role="tooltip" className={CARD} style={{ left: shown.left, top: shown.top, width: WIDTH }}>
      <Facts row={row} node={nodes.get(row.id)} planned={plan.nodes?.get(row.id)} />
    </div>
  );
}

/** Below the outlet, or above it where there is no room; within the window. */
function placeOf({ left, top, bottom }: DOMRect): Pick<Shown, 'left' | 'top'> {
  const below = bottom + GAP + HEIGHT <= innerHeight;
  return {
    left: Math.max(GAP, Math.min(left, innerWidth - WIDTH - GAP)),
    top: below ? bottom + GAP : Math.max(GAP, top - GAP - HEIGHT),
  };
}

interface FactsProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  readonly planned: PowerNode | undefined;
}

function Facts({ row, node, planned }: FactsProps) {
  const { device, protection, groups } = row;
  const load = useLiveSummary(() => {
    const now = live.get('outlets', row.id);
    return loadText(now?.watts, now?.currentRms, node);
  });
  const level = useLiveSummary(() => levelOf(live.get('outlets', row.id)?.currentRms, node));
  const ping = device?.reachable === undefined ? undefined : device.reachable;
  const more = [
    ...(protection === 'none' ? [] : [words.outlets.protectionLabels[protection]]),
    ...(ping === undefined ? [] : [ping ? words.outlets.reachable : words.outlets.unreachable]),
    ...(device?.rackUnit === undefined ? [] : [words.outlets.rackUnit(device.rackUnit)]),
    ...groups.map(isolated),
  ];
  return (
    <>
      <b className="breakable">
        <bdi>{outletTitle(row)}</bdi>
      </b>
      <span className="rack-card-quiet">
        {[words.rack.place(row.outletIndex, row.bankName), row.receptacle].join(' · ')}
      </span>
      <OutletState id={row.id} />
      <OutletReason id={row.id} />
      <DrawsAgain id={row.id} />
      {load !== '' && <span className="live">{load}</span>}
      {level !== 'ok' && (
        <strong data-level={level}>{words.outlets.overRating[level](amps(limitOf(level, node)))}</strong>
      )}
      {planned && <em>{words.rack.inPlan(loadText(planned.nowWatts, planned.nowAmps, node))}</em>}
      {more.length > 0 && <span className="rack-card-quiet">{more.join(' · ')}</span>}
    </>
  );
}

function loadText(power: number | undefined, current: number | undefined, node: PowerNode | undefined): string {
  const rated = node?.ratedAmps;
  const share =
    current === undefined || !rated ? [] : [words.rack.ofRating(amps(rated), percent((current / rated) * 100))];
  return [
    ...(power === undefined ? [] : [watts(power)]),
    ...(current === undefined ? [] : [[amps(current), ...share].join(' ')]),
  ].join(' · ');
}
