import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { en } from '../../language/en.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';

/** How many outlets are on, and the way to them. */
export function OutletCount() {
  const ids = useLiveIds('outlets') ?? [];
  const on = useLiveSummary(() => live.all('outlets').filter(({ state }) => state === 'ON').length);
  return (
    <Button component={Link} to="/outlets" variant="default">
      {en.overview.outletsOn(on, ids.length)}
    </Button>
  );
}
