import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { words } from '../language/words.js';
import { Page } from '../components/page.js';

export function NotFound() {
  return (
    <Page title={words.titles.notFound}>
      <Text>{words.notFound.text}</Text>
      <Anchor component={Link} to="/">
        {words.notFound.home}
      </Anchor>
    </Page>
  );
}

export function NotAllowed() {
  return (
    <Page title={words.titles.notAllowed}>
      <Text>{words.notAllowed.text}</Text>
      <Anchor component={Link} to="/">
        {words.notFound.home}
      </Anchor>
    </Page>
  );
}
