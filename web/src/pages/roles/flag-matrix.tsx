import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { isHub } from '../../api/role.js';
import type { PermissionFlag, Permissions } from '../../session/rights.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
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

/**
 * True if this version has a display, by a setting of one in the controller's catalogue. Until that is loaded, and for a
 * role that may not read settings, the answer is no, so that nobody relies on a protection that is missing.
 */
function useHasDisplay(): boolean {
  const { rights } = useSession();
  const { data } = useApi('/api/conf/catalogue', { enabled: !isHub && rights.readsSettings });
  return data?.find(({ key }) => key === 'lcdOutletControlEnabled')?.served ?? false;
}

function Row({ area, children }: { readonly area: Area['name']; readonly children: ReactNode }) {
  const hasDisplay = useHasDisplay();
  const isSupported = area !== 'display' || hasDisplay;
  return (
    <div className="flag-row" role="group" aria-label={words.roles.areas[area]}>
      <div className="flag-area">
        <Text size="sm" fw={600}>
          {words.roles.areas[area]}
        </Text>
        <Text size="xs" c="dimmed">
          {isSupported
            ? words.roles.areaHelp[area]
            : `${words.notSupported.title}. ${words.notSupported.areas.display}`}
        </Text>
      </div>
      {children}
    </div>
  );
}
