import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { Page } from '../../parts/page.js';
import { DevicePanel } from './device-panel.js';
import { HealthPanel } from './health-panel.js';
import { IdentityPanel } from './identity-panel.js';
import { MaintenancePanel } from './maintenance-panel.js';

/** What the device is, how it is, and what is done to it as a whole. */
export default function SystemPage() {
  const { rights } = useSession();
  const reads = rights.can('viewGlobalDeviceSettings');
  return (
    <Page title={en.titles.system}>
      <DevicePanel />
      {reads && <HealthPanel />}
      {reads && <IdentityPanel mayChange={rights.can('modifyGlobalDeviceSettings')} />}
      <MaintenancePanel />
    </Page>
  );
}
