import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { Navigate, Route, Routes } from 'react-router';
import { isUnreached } from '../api/queries.js';
import { ConfirmProvider } from '../components/confirm.js';
import { ErrorNote } from '../components/error-note.js';
import { later } from '../components/later.js';
import { clearToasts } from '../components/toasts.js';
import { hasUnsaved } from '../components/unsaved.js';
import { Offline } from './offline.js';
import { forgetData, hasSignedOut, SessionProvider, useSignedIn } from '../session/session.js';
import { Shell } from './shell.js';
import { SIGN_IN } from './sign-in.js';
import { Skeleton } from './skeleton.js';

const SignInPage = later(SIGN_IN.load);
const SignInAgain = later(() => import('../pages/sign-in/sign-in-again.js'));

interface From {
  readonly from?: string;
  readonly ended?: boolean;
}

/**
 * Shows a page only to a signed-in user, who gets the page that they asked for after signing in. A session that ended
 * by itself is announced, and a form with changes stays until the same user has signed in again.
 */
export function Gate({ shell: Frame = Shell }: { readonly shell?: ComponentType }) {
  const { user, error } = useSignedIn();
  const [last, setLast] = useState(user);
  const location = useLocation();
  const here = location.pathname + location.search;
  const state = (location.state ?? {}) as From;
  if (user && user !== last) {
    // Another tab of this browser may have signed somebody else in.
    if (last && last.id !== user.id) forgetData();
    setLast(user);
  }
  useEffect(() => {
    if (user === null) clearToasts();
  }, [user]);
  if (user === undefined) return error ? <Unreached error={error} /> : <Skeleton />;
  const hasEnded = user === null && Boolean(last) && !hasSignedOut();
  const previousUser = hasEnded && hasUnsaved() ? last : undefined;
  const shown = user ?? previousUser;
  return (
    <Routes>
      <Route
        path={SIGN_IN.path}
        element={user ? <Navigate to={state.from ?? '/'} replace /> : <SignInPage ended={state.ended === true} />}
      />
      <Route
        path="*"
        element={
          shown ? (
            <SessionProvider key={shown.id} user={shown}>
              <ConfirmProvider>
                <Frame />
              </ConfirmProvider>
              {previousUser && <SignInAgain name={previousUser.username} />}
            </SessionProvider>
          ) : (
            <Navigate to={SIGN_IN.path} state={{ from: here, ended: hasEnded }} replace />
          )
        }
      />
    </Routes>
  );
}

/** Before anything is known of the user: without an answer the page says so; with one, its error. */
const Unreached = ({ error }: { readonly error: Error }) =>
  isUnreached(error) ? <Offline /> : <ErrorNote error={error} />;
