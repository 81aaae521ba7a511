import { words } from '../../language/words.js';
import { useLiveIds } from '../../live/live.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { RelayOutputsPanel } from './relay-outputs-panel.js';
import { SensorPanel } from './sensor-panel.js';

/** The relay outputs and the sensors on the accessory ports. */
export default function RelaysPage() {
  const sensors = useLiveIds('sensors');
  return (
    <Page title={words.titles.relays}>
      {sensors ? (
        <>
          <RelayOutputsPanel />
          {sensors.map((id) => (
            <SensorPanel key={id} id={id} />
          ))}
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
