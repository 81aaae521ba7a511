import { Menu, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../components/icons.js';
import { words } from '../language/words.js';

export const SCHEMES = ['auto', 'light', 'dark'] as const;
export const SCHEME_ICONS: Readonly<Record<(typeof SCHEMES)[number], IconName>> = {
  auto: 'display',
  light: 'sun',
  dark: 'moon',
};

/** The choice between the colours of the system, light and dark; this browser remembers it. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="group" aria-label={words.shell.theme}>
      {SCHEMES.map((scheme) => (
        <Menu.Item
          key={scheme}
          aria-current={colorScheme === scheme ? 'true' : undefined}
          leftSection={<Icon name={SCHEME_ICONS[scheme]} />}
          rightSection={colorScheme === scheme && <Icon name="check" />}
          onClick={() => setColorScheme(scheme)}
        >
          {words.shell.themes[scheme]}
        </Menu.Item>
      ))}
    </div>
  );
}
