import { useQueryClient } from '@tanstack/react-query';
import { api, type Answer } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useOutletRows } from '../outlets/outlet-rows.js';
import { useSession } from '../../session/session.js';
import { finished, nextStep, passedSteps, STEPS, withStep, type Step } from './setup-steps.js';

/** The setup as the controller knows it: the steps of this role, those that are done, and those that were skipped. */
export function useSetup() {
  const { rights, user } = useSession();
  const { data: conf, error: unread } = useApi('/api/conf');
  const { data: events, error: noEvents } = useApi('/api/events', { enabled: rights.can('viewEventActions') });
  const rows = useOutletRows();
  const change = useChange(
    (setupSteps: string) => api.post('/api/conf', { body: { setupSteps } }),
    ['/api/conf', '/api/user'],
  );
  const client = useQueryClient();
  const text = conf?.setupSteps ?? '';
  /** The next step reads the note of this one even if the controller has not answered yet. */
  const note = (step: Step): void => {
    void client.cancelQueries({ queryKey: CONF });
    const latest = client.getQueryData<Conf>(CONF)?.setupSteps ?? text;
    const setupSteps = withStep(latest, step);
    client.setQueryData<Conf>(CONF, (before) => before && { ...before, setupSteps });
    change.mutate(setupSteps);
  };
  const may: Readonly<Record<Step, boolean>> = {
    name: true,
    time: true,
    outlets: rights.switchesOutlets && (rows?.length ?? 0) > 0,
    mail: rights.can('modifyNetworkSettings'),
    rules: rights.can('modifyEventActions'),
    token: true,
  };
  // A setting says more than a note that somebody was here: what is set counts as done.
  const isSet: Readonly<Record<Step, boolean>> = {
    name: conf !== undefined && (conf.deviceName !== DEFAULT_NAME || conf.snmpLocation !== ''),
    time: conf !== undefined && conf.timezone !== 'UTC',
    outlets:
      rows?.some(({ device, outletName, outletIndex }) => device?.name ?? outletName !== `Outlet ${outletIndex}`) ??
      false,
    mail: conf !== undefined && conf.smtpServer !== '',
    rules: (events?.length ?? 0) > 0,
    token: user.accessToken !== '',
  };
  const steps = STEPS.filter((step) => may[step]);
  const noted = passedSteps(text);
  const passed: ReadonlySet<Step> = new Set(steps.filter((step) => noted.has(step) || isSet[step]));
  return {
    isReady: conf !== undefined && rows !== undefined && (events !== undefined || !rights.can('viewEventActions')),
    error: unread ?? noEvents ?? change.error,
    steps,
    passed,
    stateOf: (step: Step): 'done' | 'skipped' | 'open' => (isSet[step] ? 'done' : noted.has(step) ? 'skipped' : 'open'),
    next: (after?: Step): Step | undefined => nextStep(steps, passed, after),
    pass: note,
    finish: (then: () => void): void => change.mutate(finished(text), { onSuccess: then }),
    isBusy: change.isPending,
  };
}

type Conf = Answer<'get', '/api/conf'>;

/** The key of the settings among the queries. */
const CONF = ['/api/conf', {}];

export type Setup = ReturnType<typeof useSetup>;

const DEFAULT_NAME = 'Rackfeed PDU';
