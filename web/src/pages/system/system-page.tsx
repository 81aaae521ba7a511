import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useApi } from '../../api/queries.js';
import { Page } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';
import { ViewOnly } from '../network/network-page.js';
import { AutomationPanel } from './automation-panel.js';
import { DevicePanel } from './device-panel.js';
import { HealthPanel } from './health-panel.js';
import { IdentityPanel } from './identity-panel.js';
import { MaintenancePanel } from './maintenance-panel.js';
import { PlacePanel } from './place-panel.js';
import { TariffPanel } from './tariff-panel.js';

/** The device: its data, its health, its name, and maintenance. */
export default function SystemPage() {
  const { rights } = useSession();
  const reads = rights.can('viewGlobalDeviceSettings');
  const mayChange = rights.can('modifyGlobalDeviceSettings');
  const device = useApi('/api/device');
  const health = useApi('/api/system/health', { enabled: reads });
  const settings = useApi('/api/conf', { enabled: reads });
  return (
    <Page title={words.titles.system}>
      <WhenRead reads={[device, health, settings]}>
        <DevicePanel />
        {reads && <HealthPanel />}
        <ViewOnly unless={!reads || mayChange} />
        {reads && <IdentityPanel mayChange={mayChange} />}
        {reads && <PlacePanel mayChange={mayChange} />}
        {reads && <TariffPanel mayChange={mayChange} />}
        {reads && <AutomationPanel mayChange={mayChange} />}
        <MaintenancePanel />
      </WhenRead>
    </Page>
  );
}
