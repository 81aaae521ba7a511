import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { duration } from '../../language/format.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { Word } from '../../parts/word.js';

const EVERY = 10_000;

/** The facts on the type plate, and how long it has been running. */
export function DevicePanel() {
  const { times } = useSession();
  const { data: device, error } = useApi('/api/device', { every: EVERY });
  const words = en.system;
  return (
    <Panel title={words.device}>
      <ErrorNote error={error} />
      {!device && !error && <Waiting />}
      {device && (
        <Facts
          rows={[
            [words.model, device.modelNumber],
            [words.serial, device.enclosureSerialNumber],
            [words.controllerSerial, String(device.controllerSerialNumber)],
            [words.firmware, device.controllerFirmwareVersion],
            [words.hardware, device.controllerHardwareVersion],
            [words.phase, device.phase],
            [words.inlets, `${device.numInlets} × ${device.inletPlug}`],
            [words.banks, String(device.numBanks)],
            [words.outlets, String(device.numOutlets)],
            [words.uptime, duration(device.uptime)],
            [words.deviceTime, `${times.dateTime(device.time)} (${times.zone})`],
            [
              words.readings,
              <Word tone={device.readingFresh ? 'ok' : 'bad'}>{device.readingFresh ? words.fresh : words.silent}</Word>,
            ],
          ]}
        />
      )}
    </Panel>
  );
}
