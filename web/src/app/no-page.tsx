import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { en } from '../language/en.js';
import { Page } from '../components/page.js';

export function NotFound() {
  return (
    <Page title={en.titles.notFound}>
      <Text>{en.notFound.text}</Text>
      <Anchor component={Link} to="/">
        {en.notFound.home}
      </Anchor>
    </Page>
  );
}

export function NotAllowed() {
  return (
    <Page title={en.titles.notAllowed}>
      <Text>{en.notAllowed.text}</Text>
    </Page>
  );
}
