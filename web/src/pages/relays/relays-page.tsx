import { en } from '../../language/en.js';
import { useLiveIds } from '../../live/live.js';
import { Page } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { RelayOutputsPanel } from './relay-outputs-panel.js';
import { SensorPanel } from './sensor-panel.js';

/** Relay outputs, and what is on the accessory ports. */
export default function RelaysPage() {
  const sensors = useLiveIds('sensors');
  return (
    <Page title={en.titles.relays}>
      {sensors ? (
        <>
          <RelayOutputsPanel />
          {sensors.map((id) => (
            <SensorPanel key={id} id={id} />
          ))}
        </>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}
