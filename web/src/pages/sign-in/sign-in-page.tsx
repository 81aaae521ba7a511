import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { chooseLocale, LOCALE_NAMES, OTHER_LOCALES } from '../../language/locale.js';
import { words } from '../../language/words.js';
import { SignInForm } from './sign-in-form.js';

/** The sign-in page; it is loaded only by a browser without a session. */
export default function SignInPage({ ended }: { readonly ended: boolean }) {
  useEffect(() => {
    document.title = `${words.titles.signIn} – ${words.product}`;
  }, []);
  return (
    <Stack component="main" maw={340} mx="auto" px="md" pt="14vh">
      <Title order={1}>{words.product}</Title>
      <SignInForm {...(ended && { note: words.signIn.ended })} />
      <Group justify="center">
        {OTHER_LOCALES.map((each) => (
          <Anchor key={each} component="button" size="sm" lang={each} onClick={() => chooseLocale(each)}>
            {LOCALE_NAMES[each]}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}
