import type uPlot from 'uplot';

/** An entry of the timeline on the time axis. */
export interface ChartMarker {
  readonly id: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly text: string;
  readonly tone: 'switching' | 'event' | 'fault';
}

/** Markers that would cover each other, as one. */
export interface MarkerCluster {
  /** Pixels from the left edge of the chart. */
  readonly left: number;
  readonly tone: ChartMarker['tone'];
  readonly markers: readonly ChartMarker[];
}

const WORST: readonly ChartMarker['tone'][] = ['fault', 'event', 'switching'];
/** The width of a marker, px. */
const WIDTH = 18;

/** Joins markers that are closer than their width; a joined one has the worst tone of its members. */
export function clustersOf(markers: readonly ChartMarker[], leftAt: (at: number) => number): MarkerCluster[] {
  const clusters: { left: number; markers: ChartMarker[] }[] = [];
  for (const marker of [...markers].sort((one, other) => one.at - other.at)) {
    const left = leftAt(marker.at);
    const last = clusters.at(-1);
    if (last && left - last.left < WIDTH) last.markers.push(marker);
    else clusters.push({ left, markers: [marker] });
  }
  return clusters.map((cluster) => ({
    ...cluster,
    left: Math.round(cluster.left),
    tone: WORST.find((tone) => cluster.markers.some((marker) => marker.tone === tone)) ?? 'switching',
  }));
}

/** Reports the places of the markers whenever the chart is drawn with another size or range. */
export function markers(
  all: () => readonly ChartMarker[],
  onPlaces: (clusters: readonly MarkerCluster[]) => void,
): uPlot.Plugin {
  let known = '';
  return {
    hooks: {
      draw: (plot) => {
        const { x: { min = 0, max = 0 } = {} } = plot.scales;
        const edge = plot.bbox.left / devicePixelRatio;
        const shown = all().filter(({ at }) => at >= min && at <= max);
        const clusters = clustersOf(shown, (at) => edge + plot.valToPos(at, 'x'));
        const key = JSON.stringify(clusters);
        if (key === known) return;
        known = key;
        onPlaces(clusters);
      },
    },
  };
}
