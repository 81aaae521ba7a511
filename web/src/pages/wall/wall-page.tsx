import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { words } from '../../language/words.js';
import { SessionProvider, useSignedIn } from '../../session/session.js';
import { WallFrame } from './wall-frame.js';
import { wallOptions } from './wall-options.js';
import { WallScreen } from './wall-screen.js';
import './wall.css';

/** The address changes only when the page is loaded: there is nothing on it that leads elsewhere. */
const OPTIONS = wallOptions(location.search);

/**
 * The screen on a wall: read-only, without any control, for days. While its token or session has ended, it goes on
 * showing what it has shown last, says so, and asks again each minute.
 */
export default function WallPage() {
  const { user, error } = useSignedIn();
  const [last, setLast] = useState(user);
  if (user && user !== last) setLast(user);
  const shown = user ?? last;
  if (shown) {
    return (
      <SessionProvider key={shown.id} user={shown}>
        <WallScreen options={OPTIONS} hasEnded={user === null} />
      </SessionProvider>
    );
  }
  return (
    <WallFrame options={OPTIONS} isDim={false}>
      <div className="wall-notice">
        <h1>{words.product}</h1>
        {user === null ? <p role="alert">{words.wall.notSignedIn}</p> : <ErrorNote error={error} />}
        {user === undefined && !error && <Loading />}
      </div>
    </WallFrame>
  );
}
