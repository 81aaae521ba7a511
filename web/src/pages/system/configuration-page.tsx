import { Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { Page } from '../../parts/page.js';
import { ConfigurationExport } from './configuration-export.js';
import { ConfigurationLoad } from './configuration-load.js';

/** The configuration as a document: save it, see what one would change, apply it. */
export default function ConfigurationPage() {
  return (
    <Page title={en.titles.configuration}>
      <Text c="dimmed">{en.configuration.intro}</Text>
      <ConfigurationExport />
      <ConfigurationLoad />
    </Page>
  );
}
