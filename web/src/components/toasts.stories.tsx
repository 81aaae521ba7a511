import { useEffect } from 'react';
import { HEBREW, LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { ApiFailure } from '../api/client.js';
import { notify, notifyFailure } from './toasts.js';

function Say({ say }: { readonly say: () => void }) {
  useEffect(say, [say]);
  return <p>The messages are at the edge of the page.</p>;
}
const saying = (say: () => void): Story => ({ show: () => <Say say={say} /> });
const undo = { label: 'Undo', time: 60_000, run: () => undefined };

export default {
  success: saying(() => notify('Turned off: Backup server', undo)),
  refused: saying(() => notifyFailure(new ApiFailure(409, 'PROTECTED', 'Outlet "Backup server" is protected.'))),
  'right-to-left': saying(() => notify(`Turned off: ${HEBREW}`, undo)),
  several: saying(() => {
    for (const name of ['Firewall', LONG, 'Printer']) notify(`Turned off: ${name}`, undo);
  }),
} satisfies Stories;
