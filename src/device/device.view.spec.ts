import { describe, expect, it } from '@jest/globals';
import { INLET_METERED } from '../hardware/profiles/inlet-metered.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { SINGLE_PHASE_16 } from '../hardware/profiles/single-phase-16.js';
import { emptyReadings } from '../hardware/snapshot.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { VERSION } from '../common/version.js';
import { deviceView } from './device.view.js';

const NOW = Date.parse('2026-03-02T08:00:00Z');

function viewOf(profile: ModelProfile, uptime = 5_400, taken: Partial<Snapshot> = {}) {
  const model = new PduModel(profile);
  const readings = emptyReadings(model);
  const snapshot = { ...readings, seq: 1, takenAt: NOW, uptime, readAt: uptime, fresh: true, ...taken };
  return deviceView({ name: 'simulator', model }, uptime, NOW, snapshot);
}

describe('the device', () => {
  it('shows the model and the abilities of the PDU', () => {
    expect(viewOf(SINGLE_PHASE_16)).toEqual({
      numBanks: 2,
      numOutlets: 16,
      numInlets: 1,
      inletPlug: 'NEMA L5-30P',
      outletPwrMeasurementsSupported: true,
      outletSwitchingSupported: true,
      outletMeteringSupported: true,
      circuitBreakerProtection: true,
      enclosureSerialNumber: '1000036',
      modelNumber: SINGLE_PHASE_16.modelNumber,
      inletConfig: 'standard',
      formFactor: '2U',
      controllerSerialNumber: 2000036,
      controllerFirmwareVersion: VERSION,
      controllerHardwareVersion: 'simulator',
      phase: 'Single Phase',
      uptime: 5,
      time: '2026-03-02T08:00:00.000Z',
      readingAge: 0,
      readingFresh: true,
    });
  });

  it('has no outlets where they can be neither switched nor metered', () => {
    expect(viewOf({ ...SINGLE_PHASE_16, outletSwitching: false, outletMetering: false }).numOutlets).toBe(0);
    expect(viewOf(INLET_METERED)).toMatchObject({ numOutlets: 0, outletSwitchingSupported: false });
  });

  it('shows the age of the measurements while the hardware does not answer', () => {
    expect(viewOf(SINGLE_PHASE_16, 90_000, { readAt: 60_000, fresh: false })).toMatchObject({
      readingAge: 30,
      readingFresh: false,
    });
  });
});
