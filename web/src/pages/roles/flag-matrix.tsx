import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isHub } from '../../api/role.js';
import type { PermissionFlag, Permissions } from '../../session/rights.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useIsSupported } from '../../components/not-supported.js';
import { Panel } from '../../components/page.js';
import { AREAS, FLAGS, HUB_AREAS, HUB_FLAGS, OPERATIONS, type Area } from './areas.js';
import { RightBox } from './right-box.js';
import './flag-matrix.css';

interface FlagMatrixProps {
  readonly permissions: Permissions;
  readonly mayChange: boolean;
  readonly onChange: (some: Partial<Permissions>) => void;
}

/** The permissions of a role: one row for each area, with view and change side by side. */
export function FlagMatrix({ permissions, mayChange, onChange }: FlagMatrixProps) {
  const texts = words.roles;
  const { rights } = useSession();
  const mayGiveAll = (isHub ? HUB_FLAGS : FLAGS).every((flag) => rights.can(flag));
  const box = (flag: PermissionFlag, label: string, name?: string) => (
    <RightBox
      label={label}
      {...(name && { name })}
      isOn={permissions[flag]}
      mayChange={mayChange}
      mayGive={rights.can(flag)}
      onChange={(isOn) => onChange({ [flag]: isOn })}
    />
  );
  const areaBox = ({ name }: Area, flag: PermissionFlag | undefined, verb: string) =>
    flag && box(flag, verb, texts.flagOf(verb, texts.areas[name]));
  return (
    <Panel title={texts.flags}>
      {mayChange && !mayGiveAll && (
        <Text size="sm" c="dimmed" mb="xs">
          {texts.ownOnly}
        </Text>
      )}
      <div className="flag-matrix">
        {(isHub ? HUB_AREAS : AREAS).map((area) => (
          <Row key={area.name} area={area.name}>
            <div className="flag-box">{areaBox(area, area.view, texts.view)}</div>
            <div className="flag-box">{areaBox(area, area.modify, texts.modify)}</div>
          </Row>
        ))}
        {!isHub && (
          <Row area="service">
            <Group gap="lg">
              {OPERATIONS.map((flag) => (
                <div key={flag}>{box(flag, texts.operations[flag])}</div>
              ))}
            </Group>
          </Row>
        )}
      </div>
    </Panel>
  );
}

/** The permissions of a hub that are for something else than those of a controller. */
const helpInHub = (): Partial<Record<Area['name'], string>> => ({
  network: words.roles.manageHelp,
  device: words.roles.hubDeviceHelp,
});

const helpOf = (area: Area['name']): string => (isHub ? helpInHub()[area] : undefined) ?? words.roles.areaHelp[area];

function Row({ area, children }: { readonly area: Area['name']; readonly children: ReactNode }) {
  const { rights } = useSession();
  const hasDisplay = useIsSupported('display', !isHub && rights.readsSettings);
  const isSupported = area !== 'display' || hasDisplay;
  return (
    <div className="flag-row" role="group" aria-label={words.roles.areas[area]}>
      <div className="flag-area">
        <Text size="sm" fw={600}>
          {words.roles.areas[area]}
        </Text>
        <Text size="xs" c="dimmed">
          {isSupported ? helpOf(area) : `${words.notSupported.title}. ${words.notSupported.areas.display}`}
        </Text>
      </div>
      {children}
    </div>
  );
}
