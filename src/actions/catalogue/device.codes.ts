import { always, onThisPdu, type ActionRow } from './row.js';

/** Codes that change the controller's own affairs. */
export const DEVICE_CODES: readonly ActionRow[] = [
  {
    code: 30,
    name: 'Switch Secondary Network Interface',
    params: [],
    needs: () => ['modifyNetworkSettings'],
    switches: true,
    retries: false,
    fits: always,
    target: () => 'network',
    message: () => 'Moves the default route to the secondary network interface.',
    unavailableReason: ({ network }) => network.unavailableReason,
    perform: ({ network }) => network.useSecondary(),
  },
  {
    code: 31,
    name: 'Reset kWh Meter',
    params: [],
    needs: () => ['modifyInletStats', 'modifyBankStats'],
    switches: true,
    retries: false,
    fits: always,
    target: onThisPdu,
    message: () => 'Resets the kWh counters of all inlets, banks and outlets; lifetime counters continue.',
    perform: async ({ energy }, _, { cause }) => {
      const counters = await energy.reset(cause);
      if (counters === 0) return { delivered: false, reason: 'No meter shows its energy now.', retry: false };
      return { delivered: true, detail: `${counters} counters were reset.` };
    },
    happened: ({ energy }, _, since) => (energy.lastReset ?? -Infinity) >= since,
  },
];
