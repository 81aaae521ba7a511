import { Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { en } from '../../language/en.js';
import { SignInForm } from './sign-in-form.js';

/** The sign-in page; it is part of the first load, so that it appears without another request. */
export function SignInPage({ ended }: { readonly ended: boolean }) {
  useEffect(() => {
    document.title = `${en.titles.signIn} · ${en.product}`;
  }, []);
  return (
    <Stack component="main" maw={340} mx="auto" px="md" pt="14vh">
      <Title order={1}>{en.product}</Title>
      <SignInForm {...(ended && { note: en.signIn.ended })} />
    </Stack>
  );
}
