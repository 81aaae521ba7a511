/**
 * The permissions of each route, written by hand from the contract, section 4, and the rules of the specification,
 * independently of the decorators: the law compares the two. A path parameter is written `*`.
 */
const ROWS: readonly (readonly [need: string, ...routes: string[]])[] = [
  [
    'nobody asks',
    'POST /login',
    'POST /api/login',
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /api/docs/*',
    'GET /health',
    'GET /health/live',
    // the browser UI: the application and its files contain no data
    'GET /',
    'GET /*',
    'GET /assets/*',
  ],
  [
    'any credential',
    'POST /api/logout',
    'GET /api/user',
    'PUT /api/user/password',
    'GET /api/user/sessions',
    'GET /api/user/sessions/*',
    'DELETE /api/user/sessions',
    'DELETE /api/user/sessions/*',
    // each command checks the permissions for its outlets itself
    'GET /cmd.cgi',
    'POST /cmd.cgi',
    'POST /api/undo',
    // each metric only for users who may view its object
    'GET /metrics',
    // the stream has what the role of its reader may view
    'GET /api/stream',
    // history only for users who may view the object; extremes are reset by users who may change it
    'GET /api/history',
    'GET /api/history/objects',
    'GET /api/history/recent',
    'GET /api/history/extremes',
    'POST /api/history/extremes/reset',
    // parts that the caller may not view are absent
    'GET /api/capacity',
    'POST /api/capacity/what-if',
    'GET /api/capacity/placement',
    'GET /api/energy',
    'POST /api/energy/reset',
    // a report has the objects that the caller may view
    'GET /api/energy/report',
    // the 404 of an unknown path
    'GET /api',
    'GET /api/*',
  ],
  ['administrator', 'GET /api/config/export', 'POST /api/config/export'],
  ['administrator', 'POST /api/config/plan', 'POST /api/config/apply'],
  ['administrator', 'GET /api/system/diagnostics'],
  ['administrator', 'DELETE /api/nut/fsd'],
  ['administrator', 'GET /api/simulator', 'PATCH /api/simulator', 'POST /api/simulator/powerCycle'],

  ['an outlet in viewOutlets', 'GET /api/outlets', 'GET /status.xml', 'POST /status.xml'],
  ['the outlet in viewOutlets', 'GET /api/outlets/*', 'GET /api/outlets/*/why'],
  ['an outlet in modifyOutlets', 'PUT /api/outlets', 'PATCH /api/outlets'],
  ['the outlet in modifyOutlets', 'PUT /api/outlets/*'],
  ['viewOutletGroups', 'GET /api/groups', 'GET /api/groups/*'],
  ['modifyOutletGroups', 'POST /api/groups', 'PUT /api/groups/*', 'DELETE /api/groups/*'],
  [
    'viewPortInfo',
    'GET /api/relayOutputs',
    'GET /api/relayOutputs/*',
    'GET /api/relayOutput/*',
    'GET /api/sensors',
    'GET /api/sensors/*',
  ],
  [
    'modifyPortSettings',
    'PUT /api/relayOutput/*',
    'PUT /api/relayOutputs/*',
    'POST /api/sensors/*',
    'PUT /api/sensors/*',
  ],
  ['viewInletStats', 'GET /api/inlets', 'GET /api/inlets/*'],
  ['modifyInletStats', 'PUT /api/inlets/*'],
  ['viewBankStats', 'GET /api/banks', 'GET /api/banks/*', 'GET /api/bank', 'GET /api/bank/*'],
  ['modifyBankStats', 'PUT /api/banks/*', 'PUT /api/bank/*'],
  [
    'viewEventActions',
    'GET /api/events',
    'GET /api/events/*',
    'GET /api/events/*/history',
    'GET /api/events/*/explain',
    'POST /api/events/backtest',
    'GET /api/events/suggestions',
    'GET /api/actions',
    'GET /api/actions/*',
    'GET /api/event-codes',
    'GET /api/action-codes',
  ],
  [
    'modifyEventActions',
    'POST /api/events',
    'POST /api/events/suggestions',
    'POST /api/events/*',
    'PUT /api/events/*',
    'DELETE /api/events/*',
    'POST /api/actions',
    'POST /api/actions/*',
    'POST /api/actions/*/test',
    'PUT /api/actions/*',
    'DELETE /api/actions/*',
  ],

  ['viewGlobalDeviceSettings', 'GET /api/device', 'GET /api/system/health'],
  // each for a group of settings: the service checks every key
  ['viewGlobalDeviceSettings or viewNetworkSettings', 'GET /api/conf', 'GET /api/conf/catalogue'],
  ['modifyGlobalDeviceSettings or modifyLcdSettings or modifyNetworkSettings or modifyPortSettings', 'POST /api/conf'],

  ['viewUsersList', 'GET /api/users', 'GET /api/roles', 'GET /api/roles/*'],
  ['viewLog or viewUsersList', 'GET /api/log', 'GET /api/timeline'],
  ['viewUsersList or own', 'GET /api/users/*', 'GET /api/users/*/sshKeys'],
  [
    'modifyUsers',
    'POST /api/users',
    'PUT /api/users/*',
    'POST /api/users/*/enable',
    'POST /api/users/*/disable',
    'PUT /api/users/*/password',
    'POST /api/users/*/passwordReset',
    'DELETE /api/users/*',
    'POST /api/roles',
    'PUT /api/roles/*',
    'DELETE /api/roles/*',
  ],
  [
    'modifyUsers or own',
    'POST /api/users/*/token',
    'DELETE /api/users/*/token',
    'POST /api/users/*/sshKey',
    'DELETE /api/users/*/sshKey/*',
  ],

  [
    'viewNetworkSettings',
    'GET /api/system/certificate',
    'GET /api/system/protocols',
    'GET /api/system/ssh',
    'GET /api/nut/fsd',
  ],
  [
    'modifyNetworkSettings',
    'PUT /api/system/certificate',
    'POST /api/system/certificate/renew',
    'DELETE /api/system/certificate',
  ],
  ['allowFactoryReset', 'POST /api/system/configReset'],
  ['allowPduRestart', 'POST /api/system/reboot'],
  ['modifyFirmwareVersion', 'POST /api/system/firmware'],
  ['modifyFirmwareVersion or viewGlobalDeviceSettings', 'GET /api/system/firmware'],
];

/** The permissions that a route requires, by its method and path. */
export const NEEDED: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([need, ...routes]) => routes.map((route) => [route, need])),
);
