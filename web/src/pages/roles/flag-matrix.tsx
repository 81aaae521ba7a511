import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PermissionFlag, Permissions } from '../../app/rights.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { useIsServed } from '../../parts/not-served.js';
import { Panel } from '../../parts/page.js';
import { AREAS, DEEDS, type Area } from './areas.js';
import { RightBox } from './right-box.js';
import './flag-matrix.css';

interface FlagMatrixProps {
  readonly permissions: Permissions;
  readonly mayChange: boolean;
  readonly onChange: (some: Partial<Permissions>) => void;
}

/** The flags of a role: a row for each area, view and change beside each other. */
export function FlagMatrix({ permissions, mayChange, onChange }: FlagMatrixProps) {
  const words = en.roles;
  const box = (flag: PermissionFlag, label: string, name?: string) => (
    <RightBox
      label={label}
      {...(name && { name })}
      isOn={permissions[flag]}
      mayChange={mayChange}
      onChange={(isOn) => onChange({ [flag]: isOn })}
    />
  );
  const areaBox = ({ name }: Area, flag: PermissionFlag | undefined, word: string) =>
    flag && box(flag, word, words.flagOf(word, words.areas[name]));
  return (
    <Panel title={words.may}>
      <div className="flag-matrix">
        {AREAS.map((area) => (
          <Row key={area.name} area={area.name}>
            <div className="flag-box">{areaBox(area, area.view, words.view)}</div>
            <div className="flag-box">{areaBox(area, area.modify, words.modify)}</div>
          </Row>
        ))}
        <Row area="service">
          <Group gap="lg">
            {DEEDS.map((flag) => (
              <div key={flag}>{box(flag, words.deeds[flag])}</div>
            ))}
          </Group>
        </Row>
      </div>
    </Panel>
  );
}

function Row({ area, children }: { readonly area: Area['name']; readonly children: ReactNode }) {
  const { rights } = useSession();
  const hasDisplay = useIsServed('display', rights.readsSettings);
  const isServed = area !== 'display' || hasDisplay;
  return (
    <div className="flag-row" role="group" aria-label={en.roles.areas[area]}>
      <div className="flag-area">
        <Text size="sm" fw={600}>
          {en.roles.areas[area]}
        </Text>
        <Text size="xs" c="dimmed">
          {isServed ? en.roles.areaHelp[area] : `${en.notServed.title}. ${en.notServed.areas.display}`}
        </Text>
      </div>
      {children}
    </div>
  );
}
