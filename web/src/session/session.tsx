import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { api, ApiFailure, whenSignedOut, type Schema } from '../api/client.js';
import { queryClient, useApi } from '../api/queries.js';
import { timesIn, type Times } from '../language/format.js';
import { fleet, live, liveConnection, liveSeries } from '../live/live.js';
import { clearToasts, notifyFailure } from '../components/toasts.js';
import { words } from '../language/words.js';
import { Rights } from './rights.js';
import { alarmAges } from './alarm-age-now.js';

export interface Session {
  readonly user: Schema['OwnUserView'];
  readonly rights: Rights;
  /** Formats of dates and times in the device's zone. */
  readonly times: Times;
  readonly deviceName: string;
  /** The place of the device; empty where it is not set. */
  readonly location: string;
  readonly signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in user and their rights; available only below the sign-in gate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

/** The signed-in user: undefined while the request is running, null if nobody is signed in. */
export function useSignedIn(): { user: Schema['OwnUserView'] | null | undefined; error: Error | null } {
  const { data, error } = useApi('/api/user', { every: 60_000, everyAfterFailure: 5_000 });
  if (error?.status === 401) return { user: null, error: null };
  return { user: data, error };
}

interface SessionProviderProps {
  readonly user: Schema['OwnUserView'];
  readonly children: ReactNode;
}

export function SessionProvider({ user, children }: SessionProviderProps) {
  const rights = useMemo(() => new Rights(user), [user]);
  const { data: settings } = useApi('/api/conf', { enabled: rights.readsSettings });
  const deviceName = settings?.deviceName ?? user.deviceName;
  const zone = settings?.timezone ?? user.timezone;
  const location = settings?.snmpLocation ?? user.location;
  useEffect(() => {
    liveConnection.start();
    return () => {
      liveConnection.stop();
      live.clear();
      fleet.clear();
      liveSeries.clear();
      alarmAges.clear();
    };
  }, [user.id]);
  const session = useMemo(
    () => ({ user, rights, deviceName, location, times: timesIn(zone), signOut }),
    [user, rights, deviceName, location, zone],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The longest wait for the answer to a sign-out, ms. */
const SIGN_OUT_LIMIT = 10_000;

let isSignedOut = false;
/** True if the last session ended because its user signed out. */
export const hasSignedOut = (): boolean => isSignedOut;

/** A session that goes on is reported: whoever uses this browser next would be its user. */
async function signOut(): Promise<void> {
  isSignedOut = true;
  try {
    await api.post('/api/logout', { signal: AbortSignal.timeout(SIGN_OUT_LIMIT) });
  } catch (error) {
    const isSessionOver = error instanceof ApiFailure && error.status === 401;
    if (!isSessionOver) {
      isSignedOut = false;
      notifyFailure(new Error(words.errors.notSignedOut));
      return;
    }
  }
  forgetEverything();
}

/** The next user must not see the data of this one. */
export function forgetData(): void {
  clearToasts();
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== '/api/user' });
}

function forgetEverything(): void {
  forgetData();
  void queryClient.resetQueries({ queryKey: ['/api/user'] });
}

/** The user who was signed in before continues on the same page; for another user all data are read again. */
export async function signIn(username: string, password: string): Promise<void> {
  const before = queryClient.getQueryData<Schema['OwnUserView']>(ME);
  const user = await api.post('/api/login', { body: { username, password } });
  isSignedOut = false;
  if (before?.id !== user.id) {
    forgetEverything();
    return;
  }
  queryClient.setQueryData(ME, { ...before, ...user });
  await queryClient.invalidateQueries();
}

const ME = ['/api/user', {}];

whenSignedOut(() => {
  const asked = queryClient.getQueryState(ME);
  if (asked?.status === 'success') void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
});
