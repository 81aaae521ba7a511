import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { ErrorNote } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { StateLabel } from '../../components/state-label.js';

const EVERY = 10_000;

/** The data of the type plate, the uptime and the age of the readings. */
export function DevicePanel() {
  const { times } = useSession();
  const { data: device, error } = useApi('/api/device', { every: EVERY });
  const texts = words.system;
  return (
    <Panel title={texts.device}>
      <ErrorNote error={error} />
      {!device && !error && <Loading />}
      {device && (
        <Facts
          hasTimes
          rows={[
            [texts.model, device.modelNumber],
            [texts.serial, device.enclosureSerialNumber],
            [texts.controllerSerial, String(device.controllerSerialNumber)],
            [texts.firmware, device.controllerFirmwareVersion],
            [texts.hardware, device.controllerHardwareVersion],
            [texts.phase, device.phase],
            [texts.inlets, `${device.numInlets} × ${device.inletPlug}`],
            [texts.banks, String(device.numBanks)],
            [texts.outlets, String(device.numOutlets)],
            [texts.uptime, duration(device.uptime)],
            [texts.deviceTime, `${times.dateTime(device.time)} (${times.zone})`],
            [
              texts.readings,
              <StateLabel tone={device.readingFresh ? 'ok' : 'bad'}>
                {device.readingFresh ? texts.fresh : texts.stale}
              </StateLabel>,
            ],
          ]}
        />
      )}
    </Panel>
  );
}
