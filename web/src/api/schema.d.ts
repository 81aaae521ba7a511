export interface paths {
  '/api/action-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The catalogue of actions: every code with its parameters, and whether this model has it.
     * @description Needs the permission viewEventActions.
     */
    get: operations['actionCodesList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/actions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All actions.
     * @description Needs the permission viewEventActions.
     */
    get: operations['actionsList'];
    put?: never;
    /**
     * Creates an action; the caller needs the permission for what it does.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['actionsCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/actions/{actionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One action.
     * @description Needs the permission viewEventActions.
     */
    get: operations['actionsRead'];
    /**
     * Changes the members sent.
     * @description Needs the permission modifyEventActions.
     */
    put: operations['actionsUpdate'];
    /**
     * Takes the place of an action; validates like creating one.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['actionsReplace'];
    /**
     * Deletes an action; events that name it name it no longer.
     * @description Needs the permission modifyEventActions.
     */
    delete: operations['actionsRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/actions/{actionId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Does the action once now, enabled or not, and waits for what comes of it; or only says what it would do. An action
     *     that commands another PDU is run by hand by administrators only.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['actionsTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alarms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The active alarms, those that nobody has acknowledged first. Only of objects that the caller may read; those of events
     *     need `viewEventActions` besides.
     * @description Needs any valid credential.
     */
    get: operations['alarmsList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alarms/{alarmId}/acknowledgement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Acknowledges an alarm, or replaces its acknowledgement. It ends with the alarm: when the event triggers again, or the
     *     breaker trips again, that is another alarm. No action and no relay depends on it.
     * @description Needs the permission modifyEventActions.
     */
    put: operations['alarmsAcknowledge'];
    post?: never;
    /**
     * Takes the acknowledgement of an alarm back, whoever gave it; does nothing where there is none.
     * @description Needs the permission modifyEventActions.
     */
    delete: operations['alarmsTakeBack'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/bank': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All banks with their readings.
     * @description Needs the permission viewBankStats.
     */
    get: operations['banksList2'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/bank/{bankId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One bank with its readings.
     * @description Needs the permission viewBankStats.
     */
    get: operations['banksRead2'];
    /**
     * Renames a bank.
     * @description Needs the permission modifyBankStats.
     */
    put: operations['banksUpdate2'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/banks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All banks with their readings.
     * @description Needs the permission viewBankStats.
     */
    get: operations['banksList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/banks/{bankId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One bank with its readings.
     * @description Needs the permission viewBankStats.
     */
    get: operations['banksRead'];
    /**
     * Renames a bank.
     * @description Needs the permission modifyBankStats.
     */
    put: operations['banksUpdate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/capacity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The power tree: what each inlet, line, bank and outlet that the caller may view may carry, carries, and has left.
     * @description Needs any valid credential.
     */
    get: operations['capacityRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/capacity/placement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The outlets that can take a new load, best first. One is only suggested where nothing would be overloaded.
     * @description Needs any valid credential.
     */
    get: operations['capacityPlacement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/capacity/what-if': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The power tree as it would be with other loads or without an inlet, and what would be overloaded. Nothing is switched
     *     or stored. Devices that share a `device.feed` move their load to the outlets that are left.
     * @description Needs any valid credential.
     */
    post: operations['capacityWhatIf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/conf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The settings in the groups that the caller's role may see, with secrets as a run of dashes. A hub has those that have
     *     an effect there.
     * @description Needs the permission viewGlobalDeviceSettings or viewNetworkSettings.
     */
    get: operations['settingsRead'];
    put?: never;
    /**
     * Changes any number of settings, all or none, and returns all settings. A stored secret must be sent again when a
     *     setting changes that determines its destination.
     * @description Needs the permission modifyGlobalDeviceSettings or modifyNetworkSettings or modifyLcdSettings or modifyPortSettings.
     */
    post: operations['settingsChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/conf/catalogue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The type, range, group, default and permissions of each setting, and whether it has an effect.
     * @description Needs the permission viewGlobalDeviceSettings or viewNetworkSettings.
     */
    get: operations['settingsCatalogue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Applies a document, all of it or nothing. Moves no relay. Accepts up to 32 MiB.
     * @description Needs the Administrator role.
     */
    post: operations['configDocumentApply'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The whole configuration as one document without secrets.
     * @description Needs the Administrator role.
     */
    get: operations['configDocumentExport'];
    put?: never;
    /**
     * The whole configuration with all secrets, encrypted with a passphrase: a full backup. Needs the caller's password.
     * @description Needs the Administrator role.
     */
    post: operations['configDocumentExportAll'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/config/plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The changes that a document would make, with warnings. Changes nothing. Accepts up to 32 MiB.
     * @description Needs the Administrator role.
     */
    post: operations['configDocumentPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/device': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The model and abilities of the PDU, its time, and the age of its readings.
     * @description Needs the permission viewGlobalDeviceSettings.
     */
    get: operations['deviceRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The API explorer, a page to read and try the API.
     * @description Open to everybody.
     */
    get: operations['docsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/docs/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A file of the API explorer.
     * @description Open to everybody.
     */
    get: operations['docsFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/energy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The lifetime and the resettable energy counter of every inlet, bank and outlet that the caller may view.
     * @description Needs any valid credential.
     */
    get: operations['energyList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/energy/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Energy, cost, carbon dioxide, highest power and share of the parent of each outlet, group, label, bank or inlet that the
     *     caller may view, by day, week, month or as a whole, in the calendar of the device. Energy comes from the meters'
     *     counters, which also span the time that the controller did not run; without one from the power. At most 400 days.
     * @description Needs any valid credential.
     */
    get: operations['energyReportRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/energy/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resets energy counters: those of the objects in the list, else of everything that the caller may change.
     * @description Needs any valid credential.
     */
    post: operations['energyReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/event-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every event code with its parameters, and which of them this model can raise.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventCodesList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All events.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventsList'];
    put?: never;
    /**
     * Creates an event; the caller must be allowed what its actions do, and to read all that it watches.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['eventsCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One event.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventsRead'];
    /**
     * Changes the members sent.
     * @description Needs the permission modifyEventActions.
     */
    put: operations['eventsUpdate'];
    /**
     * Takes an event as a whole, like the creation.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['eventsReplace'];
    /**
     * Deletes an event; its actions stay.
     * @description Needs the permission modifyEventActions.
     */
    delete: operations['eventsRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/{eventId}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explains the state of an event: its present value, its limit, the distance between them, and what it waits for.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventsExplain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/{eventId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Each occurrence of an event with what was measured and what became of its actions, newest first; those only that are
     *     about objects which the caller may read.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventsFirings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/backtest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The times at which an event would have triggered; nothing is created or changed. Seconds are exact for about the last hour,
     *     before that minutes, and quarters of an hour beyond a month.
     * @description Needs the permission viewEventActions.
     */
    post: operations['backtestRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/suggestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events that suit this model and what is plugged into it, of objects that the caller may read.
     * @description Needs the permission viewEventActions.
     */
    get: operations['eventsSuggested'];
    put?: never;
    /**
     * Creates the chosen ones of the suggested events, all or none.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['eventsCreateSuggested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The link to the hub of the fleet.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['fleetLinkRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All groups, each with those of its outlets that the caller may view.
     * @description Needs the permission viewOutletGroups.
     */
    get: operations['groupsList'];
    put?: never;
    /**
     * Creates a group of outlets, each of which the caller may modify.
     * @description Needs the permission modifyOutletGroups.
     */
    post: operations['groupsCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/groups/{groupId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One group.
     * @description Needs the permission viewOutletGroups.
     */
    get: operations['groupsRead'];
    /**
     * Changes and switches a group whose outlets the caller may modify, all of them; answers what the hardware measures afterwards.
     * @description Needs the permission modifyOutletGroups.
     */
    put: operations['groupsUpdate'];
    post?: never;
    /**
     * Deletes a group whose outlets the caller may modify, all of them; by its id alone. The outlets stay as they are, and
     *     those that wait to turn on still do.
     * @description Needs the permission modifyOutletGroups.
     */
    delete: operations['groupsRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of one object in a time range, in steps with mean, lowest and highest reading: seconds of the last
     *     hour, minutes of 30 days, quarters of an hour of a year. The caller must be allowed to view the object. A step
     *     without readings is left out.
     * @description Needs any valid credential.
     */
    get: operations['historyRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/history/extremes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The lowest and highest readings of all objects that the caller may view, since the last reset.
     * @description Needs any valid credential.
     */
    get: operations['historyExtremes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/history/extremes/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resets extremes: those of the objects in the list, else of everything that the caller may change.
     * @description Needs any valid credential.
     */
    post: operations['historyResetExtremes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/history/objects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All objects with a history that the caller may view, their measures, and how far back the history reaches.
     * @description Needs any valid credential.
     */
    get: operations['historyObjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/history/recent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The last minutes of one measure of all objects of a kind that the caller may view, for the small lines of a
     *     dashboard: one request instead of one for each object. It reaches back as far as memory does.
     * @description Needs any valid credential.
     */
    get: operations['historyRecent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/inlets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All inlets with their readings.
     * @description Needs the permission viewInletStats.
     */
    get: operations['inletsList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/inlets/{inletId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One inlet with its readings.
     * @description Needs the permission viewInletStats.
     */
    get: operations['inletsRead'];
    /**
     * Changes the name of an inlet, or what is said of its source.
     * @description Needs the permission modifyInletStats.
     */
    put: operations['inletsUpdate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit log, newest first: every change of state or configuration with its cause, its sender and the values
     *     before and after. With only `after`: the entries that follow this one directly. The log names users and their
     *     addresses, so it needs a permission of its own or the one to see the users; entries of objects that the caller may
     *     not read are left out. As CSV it is not in pages: all entries that match, up to `limit` if that is given.
     * @description Needs the permission viewLog or viewUsersList.
     */
    get: operations['logPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Opens a session. The header Token and the cookie SPID carry its token. Without a body: for the owner of a bearer
     *     token.
     * @description Open to everybody.
     */
    post: operations['loginSignIn2'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends the session whose cookie the request carries.
     * @description Needs any valid credential.
     */
    post: operations['loginSignOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mqtt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The connection to the MQTT broker.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['mqttRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mqtt/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Connects to the broker with the stored settings, in which those of the body stand instead, and sends a message to
     *     itself. Stores nothing; the controller's own connection goes on.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['mqttTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/nut/fsd': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shows if an upsmon has set FSD, which makes every upsmon of this PDU shut its host down.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['nutRead'];
    put?: never;
    post?: never;
    /**
     * Clears FSD. Hosts that are shutting down already are not stopped by it.
     * @description Needs the Administrator role.
     */
    delete: operations['nutClear'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This document.
     * @description Open to everybody.
     */
    get: operations['openApiRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/outlets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The outlets that the caller may view.
     * @description Needs at least one outlet in the role's viewOutlets.
     */
    get: operations['outletsList'];
    /**
     * Switches several outlets, each of which the caller may modify; answers what became of each.
     * @description Needs at least one outlet in the role's modifyOutlets.
     */
    put: operations['outletsSwitchMany'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Changes the settings of outlets, says what is plugged into them and labels them: all that the list asks for, or
     *     nothing. The caller must be allowed to view and to modify each of them. At most 1,000 outlets and 1 MiB; switches
     *     nothing. Answers the outlets of the list as they are afterwards.
     * @description Needs at least one outlet in the role's modifyOutlets.
     */
    patch: operations['outletsImportMany'];
    trace?: never;
  };
  '/api/outlets/{outletId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One outlet, by id or index.
     * @description Needs the outlet in the role's viewOutlets.
     */
    get: operations['outletsRead'];
    /**
     * Changes and switches an outlet; answers what the hardware measures afterwards. Where the role may not view the
     *     outlet, only the members sent.
     * @description Needs the outlet in the role's modifyOutlets.
     */
    put: operations['outletsUpdate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/outlets/{outletId}/why': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The reason for the state of an outlet: its newest change and what led to it, as one paragraph and as entries of the
     *     timeline. Users are named to roles that may read the log, events to those that may view events.
     * @description Needs the outlet in the role's viewOutlets.
     */
    get: operations['outletWhyExplain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/redfish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The subscribers and streams of Redfish, and what has been sent to them.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['redfishRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/redfish/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a test event once to each subscriber that is not suspended, and answers what became of it; 422 while Redfish is off.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['redfishTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/relayOutput/{relayOutputId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One relay output, by id or index.
     * @description Needs the permission viewPortInfo.
     */
    get: operations['relayOutputsRead'];
    /**
     * Changes and switches a relay output; answers what the hardware measures afterwards.
     * @description Needs the permission modifyPortSettings.
     */
    put: operations['relayOutputsUpdate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/relayOutputs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All relay outputs.
     * @description Needs the permission viewPortInfo.
     */
    get: operations['relayOutputsList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/relayOutputs/{relayOutputId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One relay output, by id or index.
     * @description Needs the permission viewPortInfo.
     */
    get: operations['relayOutputsRead2'];
    /**
     * Changes and switches a relay output; answers what the hardware measures afterwards.
     * @description Needs the permission modifyPortSettings.
     */
    put: operations['relayOutputsUpdate2'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/roles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All roles.
     * @description Needs the permission viewUsersList.
     */
    get: operations['rolesList'];
    put?: never;
    /**
     * Creates a role with permissions that the caller has himself.
     * @description Needs the permission modifyUsers.
     */
    post: operations['rolesCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/roles/{roleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One role.
     * @description Needs the permission viewUsersList.
     */
    get: operations['rolesRead'];
    /**
     * Changes the members sent; the caller needs every permission of the role, before and after.
     * @description Needs the permission modifyUsers.
     */
    put: operations['rolesUpdate'];
    post?: never;
    /**
     * Deletes a role that no user has, for a caller with every permission of it; answers what it was.
     * @description Needs the permission modifyUsers.
     */
    delete: operations['rolesRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sensors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All accessory ports with what they read.
     * @description Needs the permission viewPortInfo.
     */
    get: operations['sensorsList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sensors/{sensorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One accessory port with what it reads.
     * @description Needs the permission viewPortInfo.
     */
    get: operations['sensorsRead'];
    /**
     * The same as POST.
     * @description Needs the permission modifyPortSettings.
     */
    put: operations['sensorsPut'];
    /**
     * Names a sensor or the relays and inputs of a hub; switches a hub's relays and DC supply.
     * @description Needs the permission modifyPortSettings.
     */
    post: operations['sensorsUpdate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/simulator': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The whole simulated PDU and what is plugged into it.
     * @description Needs the Administrator role.
     */
    get: operations['simulatorTwin'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Changes the members sent, all or none of them; the next snapshot shows it.
     * @description Needs the Administrator role.
     */
    patch: operations['simulatorChange'];
    trace?: never;
  };
  '/api/simulator/powerCycle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disconnects and reconnects the PDU's mains: a cold start.
     * @description Needs the Administrator role.
     */
    post: operations['simulatorPowerCycle'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The live stream as server-sent events: the state of the PDU at once and then once a second, as on the WebSocket.
     *     Each event is named "state"; its data is one line of JSON with device, inlets, banks, outlets, sensors and
     *     relayOutputs, as far as the role may view them. The connection ends when the session, the token or the account does.
     * @description Needs any valid credential.
     */
    get: operations['eventStreamRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/certificate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The certificate that HTTPS uses; its key is never returned.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['certificateRead'];
    /**
     * Uploads a custom certificate with its key and uses it at once. Send a key over HTTPS only; the certificate of a
     *     signing request needs none, because the controller has it.
     * @description Needs the permission modifyNetworkSettings.
     */
    put: operations['certificateUpload'];
    post?: never;
    /**
     * Deletes the custom certificate and its key; HTTPS uses the self-signed one again.
     * @description Needs the permission modifyNetworkSettings.
     */
    delete: operations['certificateRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/certificate/renew': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates a new key and self-signed certificate for the current names and addresses of the controller.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['certificateRenew'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/certificate/request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a key and the request for its certificate, which an authority signs; the key never leaves the controller. It
     *     takes the place of an open request.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['certificateRequest'];
    /**
     * Deletes the open signing request and its key.
     * @description Needs the permission modifyNetworkSettings.
     */
    delete: operations['certificateRemoveRequest'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/configReset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Factory reset: settings, names, users, roles, groups, events, actions and tokens; ends every session, moves no relay.
     * @description Needs the permission allowFactoryReset.
     */
    post: operations['configResetReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/diagnostics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A file for troubleshooting: health, device, settings, readings, events, actions, metrics, and the newest entries of
     *     both logs. It has no passwords, tokens, keys or their hashes, but names and addresses.
     * @description Needs the Administrator role.
     */
    get: operations['diagnosticsRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/firmware': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The running version, the versions in the slots, and the outcome of the last upload.
     * @description Needs the permission modifyFirmwareVersion or viewGlobalDeviceSettings.
     */
    get: operations['firmwareRead'];
    put?: never;
    /**
     * Installs a signed bundle and restarts with that version; it is rolled back unless it proves itself.
     * @description Needs the permission modifyFirmwareVersion.
     */
    post: operations['firmwareUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The health of the controller with reasons, ages and versions; always 200.
     * @description Needs the permission viewGlobalDeviceSettings.
     */
    get: operations['healthDetails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/protocols': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The protocol servers: whether they listen, what they have counted, and their last clients.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['protocolsRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/reboot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restarts the controller; power to the outlets is not affected, sessions and tokens stay valid.
     * @description Needs the permission allowPduRestart.
     */
    post: operations['rebootReboot'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/ssh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The host key by which SSH clients recognise the controller.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['sshRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/syslog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The syslog server, what was sent to it and what waits.
     * @description Needs the permission viewNetworkSettings.
     */
    get: operations['syslogRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/system/syslog/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends one message to the syslog server and waits for what becomes of it. At most 10 in a minute.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['syslogTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The timeline of one object or of everything, newest first: switching and what caused it, power cycles and
     *     sequences, events and what became of their actions, tripped breakers, lost mains, sensors, sign-ins, settings,
     *     firmware and restarts. Each entry is a sentence with the names of that time and the entry that led to it. Who may
     *     read the log may read this; entries of objects that the caller may not read are left out. That of an outlet has what
     *     changed its supply too.
     * @description Needs the permission viewLog or viewUsersList.
     */
    get: operations['timelinePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes a switching back within 60 s, once: puts exactly those outlets and relay outputs back that still stand where the
     *     command put them, and answers why the others are left. For the user who sent the command and still may switch all of
     *     them; the protection of an outlet applies. 404 for a token that is unknown or of another user, 410 for one that was
     *     used or has expired.
     * @description Needs any valid credential.
     */
    post: operations['undoUndo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The signed-in user's own record with his role, and the name and time zone of the PDU.
     * @description Needs any valid credential.
     */
    get: operations['ownUserRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/user/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Changes the caller's own password; the caller's other sessions end.
     * @description Needs any valid credential.
     */
    put: operations['ownUserChangePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/user/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller's own sessions, oldest first.
     * @description Needs any valid credential.
     */
    get: operations['sessionsList'];
    put?: never;
    post?: never;
    /**
     * Ends all of the caller's own sessions but that of this request.
     * @description Needs any valid credential.
     */
    delete: operations['sessionsEndOthers'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/user/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One of the caller's own sessions.
     * @description Needs any valid credential.
     */
    get: operations['sessionsRead'];
    put?: never;
    post?: never;
    /**
     * Ends one of the caller's own sessions.
     * @description Needs any valid credential.
     */
    delete: operations['sessionsEnd'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All users.
     * @description Needs the permission viewUsersList.
     */
    get: operations['usersList'];
    put?: never;
    /**
     * Creates a user with a role whose permissions the caller has too. Needs Content-Type application/json.
     * @description Needs the permission modifyUsers.
     */
    post: operations['usersCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One user.
     * @description Needs the permission viewUsersList, or that {userId} is the caller.
     */
    get: operations['usersRead'];
    /**
     * Changes the members sent. Needs Content-Type application/json.
     * @description Needs the permission modifyUsers.
     */
    put: operations['usersUpdate'];
    post?: never;
    /**
     * Deletes the user with their sessions, token and keys.
     * @description Needs the permission modifyUsers.
     */
    delete: operations['usersRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disables the account; its sessions and its token end. Administrators only.
     * @description Needs the permission modifyUsers.
     */
    post: operations['usersDisable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enables a disabled user again. Administrators only.
     * @description Needs the permission modifyUsers.
     */
    post: operations['usersEnable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Changes the password; always needs the present one. Needs Content-Type application/json.
     * @description Needs the permission modifyUsers.
     */
    put: operations['usersChangePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/passwordReset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives another user, whose permissions the caller has too, a password that they are asked to replace; needs the
     *     caller's own password. Their sessions end. Not for the built-in administrator. Needs Content-Type application/json.
     * @description Needs the permission modifyUsers.
     */
    post: operations['usersResetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/sshKey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds an SSH public key. Needs Content-Type application/json.
     * @description Needs the permission modifyUsers, or that {userId} is the caller.
     */
    post: operations['userCredentialsAddKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/sshKey/{fingerprint}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Removes the SSH public key with this fingerprint; returns the removed key.
     * @description Needs the permission modifyUsers, or that {userId} is the caller.
     */
    delete: operations['userCredentialsRemoveKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/sshKeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The SSH public keys.
     * @description Needs the permission viewUsersList, or that {userId} is the caller.
     */
    get: operations['userCredentialsListKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates the personal access token, which replaces the previous one; the full token is shown only once.
     * @description Needs the permission modifyUsers, or that {userId} is the caller.
     */
    post: operations['userCredentialsIssueToken'];
    /**
     * Revokes the personal access token.
     * @description Needs the permission modifyUsers, or that {userId} is the caller.
     */
    delete: operations['userCredentialsRevokeToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhook-types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The types of messages that a webhook can ask for.
     * @description Needs the permission viewEventActions.
     */
    get: operations['webhookTypesList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All webhooks. Their secrets are not shown.
     * @description Needs the permission viewEventActions.
     */
    get: operations['webhooksList'];
    put?: never;
    /**
     * Creates a webhook of the caller, with a secret that is shown this once. It sends what the caller may view.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['webhooksCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One webhook.
     * @description Needs the permission viewEventActions.
     */
    get: operations['webhooksRead'];
    /**
     * Changes the members sent. That of another user only with all permissions of that user.
     * @description Needs the permission modifyEventActions.
     */
    put: operations['webhooksUpdate'];
    post?: never;
    /**
     * Deletes a webhook; messages that wait are dropped.
     * @description Needs the permission modifyEventActions.
     */
    delete: operations['webhooksRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{webhookId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Its newest messages and what has become of them, newest first; those before the last start only if they wait.
     * @description Needs the permission viewEventActions.
     */
    get: operations['webhooksDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{webhookId}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a new secret, which is shown this once. For 24 hours messages are signed with the old one too.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['webhooksRotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{webhookId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends one message of type "test" now, and waits for the answer of the receiver, at most 10 seconds.
     * @description Needs the permission modifyEventActions.
     */
    post: operations['webhooksTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/cmd.cgi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The command in place of the query: `$A3 n v` sets outlet n to 1 or 0, `$A4 n` reboots it, `$A5` status, `$A7 v`
     *     sets all outlets, `$A8` device (model, HW, FW, serial, outlets); `rly=i` toggles and `rb=i` reboots an outlet,
     *     `grp=i` and `rbg=i` a group, counted from 0. `cmd=` may stand before it. Answers `$A0` when it is done, `$AF` when
     *     it is not: failed, unknown, or not for this role. HEAD, which Express routes here too, does nothing.
     * @description Needs any valid credential.
     */
    get: operations['legacyCommand'];
    put?: never;
    /**
     * The same as GET; the body is ignored.
     * @description Needs any valid credential.
     */
    post: operations['legacyPostCommand'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Readiness: 200 when power can be controlled now, 503 with the same body when it cannot.
     * @description Open to everybody.
     */
    get: operations['healthRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Liveness for a watchdog: 200 while the poll cycle runs, also if the hardware does not answer; 503 if a restart
     *     would help.
     * @description Open to everybody.
     */
    get: operations['healthLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Opens a session. The header Token and the cookie SPID carry its token. Without a body: for the owner of a bearer
     *     token.
     * @description Open to everybody.
     */
    post: operations['loginSignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Readings, states and controller metrics for Prometheus, as far as the caller's role may view them.
     * @description Needs any valid credential.
     */
    get: operations['metricsRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status.xml': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Outlets (`rly0`…), total current (`ac0`, A) and temperature (`tp0`, °C); `XX` where it is not known.
     * @description Needs at least one outlet in the role's viewOutlets.
     */
    get: operations['legacyStatus'];
    put?: never;
    /**
     * The same as GET; the body is ignored.
     * @description Needs at least one outlet in the role's viewOutlets.
     */
    post: operations['legacyPostStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccessTokenView: {
      /**
       * @description The full token, shown only once; empty after revoking it.
       * @example an-invented-access-token
       */
      accessToken: string;
    };
    AcknowledgeDto: {
      /**
       * @description A note for the others, such as "on my way"; may be empty.
       * @example On my way
       */
      note?: string;
    };
    AcknowledgementView: {
      /** @example On my way */
      note?: string;
      /** @description ISO 8601, UTC. */
      time: string;
      /**
       * @description The user; only for a role that may read the log, and for the user.
       * @example anna
       */
      who?: string;
    };
    ActionCodeView: {
      /** @description This model can perform it. */
      available: boolean;
      /** @example 11 */
      code: number;
      /** @example Switch Outlet */
      name: string;
      params: components['schemas']['ActionParamView'][];
      /** @description True if it changes something; the others only send a notification. */
      switches: boolean;
    };
    ActionParamView: {
      /** @description The only values it takes. */
      choices?: string[];
      /**
       * @description The type of its value, for the form that asks for it.
       * @example outlet
       * @enum {string}
       */
      kind: 'number' | 'outlet' | 'group' | 'relayOutput' | 'word' | 'mail' | 'host' | 'url' | 'text' | 'secret';
      /** @example outlet id */
      label: string;
      max?: number;
      min?: number;
      /**
       * @description True: may be empty.
       * @example false
       */
      optional: boolean;
    };
    ActionTestRunView: {
      /** @description Code of what went wrong, or would. */
      code?: string;
      /**
       * @description Dry run: the commands that the relays would get.
       * @example OFF
       * @enum {string}
       */
      command?: 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE';
      /** @description The outcome or the answer of the receiver, as a sentence. */
      detail?: string;
      /** @description True: nothing was done. */
      dryRun: boolean;
      /** @description A sentence that says so. */
      error?: string;
      /** @description Dry run: the message that would be sent. */
      message?: Record<string, never>;
      /** @description Dry run: what would be switched. */
      moves?: components['schemas']['TestRunMoveView'][];
      /** @description It was done, or the message was handed over; in a dry run: nothing known speaks against it. */
      ok: boolean;
      /**
       * @description Dry run: what else would be done.
       * @example Outlet db-master would turn off.
       */
      summary?: string;
      /** @description Dry run: whom it goes to; absent for this PDU itself. */
      target?: string;
      /** @description Duration, ms. */
      tookMs?: number;
      /**
       * @description Dry run: active power that hangs on all of it now, W.
       * @example 140
       */
      watts?: number;
    };
    ActionView: {
      /**
       * @description A code of `GET /api/action-codes`.
       * @example 11
       */
      code: number;
      /** @description False: events do not run it. */
      enabled: boolean;
      /** @example 1 */
      id: number;
      /** @example Turn db-master off */
      name: string;
      /**
       * @description Three texts; what they mean depends on the code, unused ones are empty. A secret is a run of dashes once it is set,
       *     and so is what may be one in an address: the values of its query and long parts of its path.
       * @example [
       *       "1-1200578",
       *       "OFF",
       *       ""
       *     ]
       */
      params: string[];
    };
    AddSshKeyDto: {
      /**
       * @description The line of the public key: ssh-rsa, ssh-ed25519, ecdsa-sha2-nistp256/384/521, or one on a hardware token (sk-).
       * @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAO1LH+hNW2PhcriWiwIWqPKyw2Ls275PP08cJVy9Ura anna@laptop
       */
      sshKey: string;
      /**
       * @description Label for the key; its comment, or else its type, when absent or empty.
       * @example anna@laptop
       */
      sshKeyName?: string;
    };
    AlarmListView: {
      /** @description At most 200. */
      alarms: components['schemas']['AlarmView'][];
      /**
       * @description Number of all that the caller may see.
       * @example 1
       */
      total: number;
      /**
       * @description Number of those that nobody has acknowledged.
       * @example 0
       */
      unacknowledged: number;
    };
    AlarmReadingView: {
      /**
       * @description `reached`: at it is enough.
       * @example above
       * @enum {string}
       */
      direction: 'above' | 'below' | 'reached';
      /** @example current */
      label: string;
      /** @example 16 */
      limit: number;
      /** @example A */
      unit: string;
      /**
       * @description In the unit of the limit; absent while it is not known.
       * @example 16.3
       */
      value?: number;
    };
    AlarmView: {
      /** @description Absent while nobody has acknowledged it. */
      acknowledgement?: components['schemas']['AcknowledgementView'];
      /**
       * @description Only of an event.
       * @example 3
       */
      eventId?: number;
      /**
       * @description Only of an event.
       * @example Left side above 80 %
       */
      eventName?: string;
      /**
       * @description Another one when it ends and begins again.
       * @example event-mhk3l1o0-1200578
       */
      id: string;
      /**
       * @description `event`: an event has triggered. `breakerTripped`: of a bank. `inletLost`: it has no mains, or a transfer switch finds it
       *     out of tolerance. `relayFault`: of an outlet that did not follow. `noPower`: outlets of a bank are without power, and the
       *     caller does not see the alarm of the breaker or inlet that is the cause. `overload`, `highLoad`: the current of an inlet,
       *     line, bank or metered outlet is at its rating or at 80 % of it.
       * @enum {string}
       */
      kind: 'event' | 'breakerTripped' | 'inletLost' | 'relayFault' | 'noPower' | 'overload' | 'highLoad';
      /**
       * @description The object.
       * @example bank 1200578
       */
      object: string;
      /** @example 1200578 */
      objectId: string;
      /**
       * @example bank
       * @enum {string}
       */
      objectKind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor' | 'hub' | 'system' | 'network';
      /**
       * @description The name of the object; absent for one without a name, or that the caller may not view.
       * @example Storage
       */
      objectName?: string;
      /** @description Only of `noPower`: ids of the outlets without power that the caller may view. */
      outletIds?: string[];
      /** @description Only of a load: the rating of the circuit or outlet, A. */
      ratedCurrent?: number;
      /** @description Only for an event with a limit, and for a load. */
      reading?: components['schemas']['AlarmReadingView'];
      /**
       * @description `warning` for a high load only.
       * @example critical
       * @enum {string}
       */
      severity: 'critical' | 'warning';
      /**
       * @description Its beginning, ISO 8601, UTC; absent where that is not known.
       * @example 2026-11-02T08:15:00.000Z
       */
      since?: string;
    };
    BacktestDto: {
      /**
       * @description A code of `GET /api/event-codes`.
       * @example 31
       */
      code: number;
      /**
       * @description ISO 8601 or seconds since 1970.
       * @example 2026-11-01T00:00:00.000Z
       */
      from: string | number;
      /**
       * @description The parameters of the code, in its order.
       * @example [
       *       "1200578",
       *       "16",
       *       "10"
       *     ]
       */
      params?: string[];
      /**
       * @description ISO 8601 or seconds since 1970; at most 31 days after `from`.
       * @example 2026-11-02T00:00:00.000Z
       */
      to: string | number;
    };
    BacktestOccurrenceView: {
      /**
       * @description `certain`, or `possible` where only the extremes of minutes or quarters of an hour are kept, and do not say for how long
       *     the condition held.
       * @enum {string}
       */
      certainty: 'certain' | 'possible';
      /**
       * @description The moment at which it would have triggered, ISO 8601, UTC.
       * @example 2026-11-01T20:04:00.000Z
       */
      from: string;
      /**
       * @description The object that would have made it trigger.
       * @example bank 1200578
       */
      object: string;
      /** @example 1200578 */
      objectId: string;
      /**
       * @description The name that the object has now; absent for one without a name.
       * @example Storage
       */
      objectName?: string;
      /**
       * @description The moment at which its condition was over for certain, or the range ended, ISO 8601, UTC.
       * @example 2026-11-01T20:11:00.000Z
       */
      to: string;
      /**
       * @description The value measured when it triggered, in the unit of the limit; absent for a schedule.
       * @example 16.3
       */
      value?: number;
    };
    BackupHealthView: {
      /**
       * @description Time of the newest scheduled backup, ISO 8601.
       * @example 2026-11-02T02:00:00.000Z
       */
      last?: string;
      /** @description Reason for the failure of the last attempt; it is repeated within an hour. */
      trouble?: string;
    };
    BankView: {
      /**
       * @description W.
       * @example 426.7
       */
      activePower?: number;
      /**
       * @description VA.
       * @example 456.4
       */
      apparentPower?: number;
      /**
       * @description The lines it hangs on.
       * @example L1
       */
      bankLines: string;
      /** @example Left side */
      bankName: string;
      /**
       * @description True = healthy, false = tripped.
       * @example true
       */
      circuitBreakerClosed?: boolean;
      /**
       * @description A.
       * @example 3.8
       */
      currentRms?: number;
      /**
       * @description Active energy since the last reset of the kWh meter, kWh.
       * @example 1250.4
       */
      energyAccumulation?: number;
      /**
       * @description The controller's version: its driver is what runs the bank.
       * @example 0.1.0
       */
      firmwareVersion: string;
      /**
       * @description The hardware driver that reaches the bank.
       * @example simulator
       */
      hardwareVersion: string;
      /** @description The bank has a circuit breaker of its own. */
      hasCircuitBreakerProtection: boolean;
      /**
       * @description Serial number of the bank's board.
       * @example 1200578
       */
      id: string;
      /**
       * @description The inlet that feeds it.
       * @example I1-1000036
       */
      inletId: string;
      /**
       * @description Hz.
       * @example 60
       */
      lineFrequency?: number;
      outletMeteringSupported: boolean;
      outletSwitchingSupported: boolean;
      /**
       * @description Active by apparent power, 0 to 1; 1 at no load.
       * @example 0.935
       */
      powerFactor?: number;
      /**
       * @description Rated current of its circuit breaker, A; absent without one.
       * @example 20
       */
      ratedCurrent?: number;
      /**
       * @description var.
       * @example 162
       */
      reactivePower?: number;
      /**
       * @description V.
       * @example 120.1
       */
      voltageRms?: number;
    };
    CapacityNodeView: {
      /** @description Name of the device that is plugged into an outlet, where it was entered. */
      deviceName?: string;
      /**
       * @description `usableAmps` less the highest current of now and the last week; negative where there is too much load, A.
       * @example 11.4
       */
      headroomAmps?: number;
      /**
       * @description The power of `headroomAmps` for a load of power factor 1, W; of a three-phase inlet on all lines together.
       * @example 1368
       */
      headroomWatts?: number;
      /**
       * @description Id of the inlet, line, bank or outlet.
       * @example 1200578
       */
      id: string;
      /** @description Three lines: the highest less the lowest, in percent of their mean. */
      imbalancePercent?: number;
      /**
       * @example bank
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank';
      /**
       * @description Id of the node with the least headroom on the way to the mains; it may be the node itself.
       * @example 1200578
       */
      limitedBy?: string;
      /** @example Left side */
      name: string;
      /**
       * @description Newest reading, A; of a three-phase inlet the highest of its lines.
       * @example 3.8
       */
      nowAmps?: number;
      /**
       * @description Newest reading, W.
       * @example 426.7
       */
      nowWatts?: number;
      /**
       * @description Ids of the nodes that its current comes from: two lines for a bank between them; both inlets of a transfer switch.
       * @example [
       *       "I1-1000036"
       *     ]
       */
      parents: string[];
      /** @description True if the caller may not view all nodes on the way, so that `strandedAmps` and `limitedBy` do not know them. */
      partial?: boolean;
      peak: components['schemas']['CapacityPeaksView'];
      /**
       * @description Rating of the inlet, the breaker or the receptacle, A.
       * @example 20
       */
      ratedAmps?: number;
      /** @description Connector of an outlet, for example "IEC 60320 C13". */
      receptacle?: string;
      /**
       * @description State of an outlet.
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /**
       * @description The part of `headroomAmps` that a node on the way to the mains cannot deliver, A.
       * @example 0
       */
      strandedAmps?: number;
      /**
       * @description 95th percentile of the minute averages of the last 7 days, A.
       * @example 4.2
       */
      typical?: number;
      /**
       * @description The part of the rating that continuous loads may use, A.
       * @example 16
       */
      usableAmps?: number;
    };
    CapacityPeaksView: {
      /** @description Peak of the last 24 hours. */
      day?: components['schemas']['CapacityPeakView'];
      /** @description Peak of the last 30 days. */
      month?: components['schemas']['CapacityPeakView'];
      /** @description Peak of the last 7 days. */
      week?: components['schemas']['CapacityPeakView'];
    };
    CapacityPeakView: {
      /**
       * @description A.
       * @example 4.6
       */
      amps: number;
      /** @description Begin of its minute, ISO 8601. */
      at: string;
    };
    CapacityView: {
      /**
       * @description Share of the ratings for continuous loads.
       * @example 0.8
       */
      derating: number;
      /** @description Each inlet with its lines, then its banks, each with its outlets. */
      nodes: components['schemas']['CapacityNodeView'][];
      /**
       * @description True if the PDU has parts that the caller may not view; they are absent.
       * @example false
       */
      partial: boolean;
      /** @description Time of the readings, ISO 8601. */
      time: string;
    };
    CapacityViolationView: {
      /**
       * @description A.
       * @example 1.2
       */
      aboveByAmps: number;
      /**
       * @example bank
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank';
      /**
       * @description `rated`: above the rating; `usable`: above the share of it for continuous loads.
       * @enum {string}
       */
      limit: 'usable' | 'rated';
      /**
       * @description A.
       * @example 16
       */
      limitAmps: number;
      /**
       * @description The kind of breaker that `tripSeconds` is calculated for.
       * @enum {string}
       */
      model?: 'thermal-magnetic, typical';
      /** @example Left side */
      name: string;
      /**
       * @description Id of the node.
       * @example 1200578
       */
      node: string;
      /** @description Time until the breaker of the bank trips, from cold, s. Only where the breaker would be above its rating. */
      tripSeconds?: number;
      /**
       * @description A.
       * @example 17.2
       */
      wouldBeAmps: number;
    };
    CertificateView: {
      /**
       * @description The certificate and its issuers as PEM, for the trust store of a client.
       * @example -----BEGIN CERTIFICATE-----
       *     MIIB… (shortened)
       *     -----END CERTIFICATE-----
       */
      chain: string;
      /**
       * @description SHA-256 of the certificate, 32 bytes in hexadecimal with colons.
       * @example 88:5F:7E:0C:C0:45:2C:5E:95:89:48:EE:FD:57:F3:96:9C:05:FF:1E:D7:FD:0E:8F:2B:C3:D7:3F:93:C8:42:0E
       */
      fingerprint256: string;
      /** @example CN=Example CA */
      issuer: string;
      /**
       * @description Kind of the key, for example "EC prime256v1" or "RSA 2048".
       * @example EC prime256v1
       */
      keyType: string;
      /**
       * @description Hexadecimal.
       * @example 34DD42E94DD6CC74FA
       */
      serialNumber: string;
      /** @description The signing request that waits for its certificate; absent if there is none. */
      signingRequest?: components['schemas']['SigningRequestView'];
      /**
       * @description `selfSigned`: made by the controller; `custom`: uploaded.
       * @example custom
       * @enum {string}
       */
      source: 'selfSigned' | 'custom';
      /** @example CN=pdu7.example.com */
      subject: string;
      /**
       * @description The names for which it is valid: host names and addresses.
       * @example [
       *       "pdu7.example.com",
       *       "192.0.2.7"
       *     ]
       */
      subjectAltNames: string[];
      /** @description The names that a new signing request has if none are sent. */
      suggestedNames?: string[];
      /**
       * @description ISO 8601, UTC.
       * @example 2026-11-01T00:00:00.000Z
       */
      validFrom: string;
      /**
       * @description ISO 8601, UTC.
       * @example 2027-11-01T00:00:00.000Z
       */
      validTo: string;
    };
    ChangedGroupView: {
      /** @example Databases */
      groupName: string;
      /**
       * @description Between two outlets turning on, s; 0 turns them on all at once.
       * @example 3
       */
      groupRebootSequenceDelay: number;
      /**
       * @description Decimal number.
       * @example 1
       */
      id: string;
      /** @description In the order in which they turn on. */
      outlets: components['schemas']['GroupOutletView'][];
      /** @description Only while outlets of the group, among those that the reader may view, wait for their turn to turn on. */
      sequence?: components['schemas']['SequenceView'];
      /** @description Only where the command has moved relays and was no reboot. */
      undo?: components['schemas']['UndoOfferView'];
    };
    ChangedOutletView: {
      /**
       * @description A part of `id`, so that whoever may view the outlet has it; the name and the readings of the bank need `viewBankStats`.
       * @example 1200578
       */
      bankId: number;
      /**
       * @description Voltage of the circuit the outlet is on, V RMS.
       * @example 120.1
       */
      circuitVoltage?: number;
      /**
       * @description The names of the devices that the outlet feeds, at most 8; absent for none. The live stream has them when they have changed.
       * @example [
       *       "db-master"
       *     ]
       */
      consumers?: string[];
      /**
       * @description Load, A RMS. Only where outlet currents are metered.
       * @example 1.24
       */
      currentRms?: number;
      /**
       * @description Off time of a reboot, s.
       * @example 5
       */
      customRebootTime: number;
      /**
       * @description True: a reboot uses `customRebootTime` instead of the global reboot time.
       * @example false
       */
      customRebootTimeEnabled: boolean;
      /** @description The device that is plugged in; absent where nobody has said. The live stream has it when it has changed. */
      device?: components['schemas']['OutletDeviceView'];
      /**
       * @description `<outlet index>-<bank id>`.
       * @example 1-1200578
       */
      id: string;
      /**
       * @description Labels by key, at most 16; absent for none. The live stream has them when they have changed.
       * @example {
       *       "tenant": "blue"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /** @description The last command to its relay, and where it came from; absent for one that was never switched. */
      lastSwitching?: components['schemas']['LastSwitchingView'];
      /**
       * @description Number of the outlet among all outlets.
       * @example 1
       */
      outletIndex: number;
      /** @example db-master */
      outletName: string;
      /**
       * @description `confirm`: OFF and REBOOT need `"confirm": true`; `rebootOnly`: OFF is refused; `locked`: every switching is. The
       *     power-on state applies whatever it says.
       * @example confirm
       * @enum {string}
       */
      protection: 'none' | 'confirm' | 'rebootOnly' | 'locked';
      /**
       * @description The state that the outlet takes when the PDU gets power.
       * @example PREV
       * @enum {string}
       */
      pwrOnState: 'ON' | 'OFF' | 'PREV';
      /**
       * @description The progress of a reboot.
       * @example none
       * @enum {string}
       */
      rebootStatus: 'none' | 'pendingOff' | 'pendingOn';
      /**
       * @description Connector.
       * @example IEC 60320 C13
       */
      receptacle: string;
      /**
       * @description `OK` when `state` and `voltageDetection` agree; absent while either is unknown. `Failed` also while the outlet has
       *     not followed the last command, or has left three in a row unanswered.
       * @example OK
       * @enum {string}
       */
      relayHealth?: 'OK' | 'Failed';
      /**
       * @description The state to which the relay is driven. The specification has it with outlet current metering only; it is answered
       *     wherever it is known, because a model that switches without metering would otherwise never show what it switched.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /** @description The moment at which an outlet turns on that is off for a reboot or a step of a sequence, ISO 8601, UTC. */
      turnsOnAt?: string;
      /** @description Only where the command has moved the relay and was no reboot. */
      undo?: components['schemas']['UndoOfferView'];
      /**
       * @description True when voltage is detected on the outlet.
       * @example true
       */
      voltageDetection?: boolean;
      /**
       * @description Active power, W. Only where outlets are metered.
       * @example 140
       */
      watts?: number;
    };
    ChangedRelayOutputView: {
      /**
       * @description Off time of a reboot, s.
       * @example 5
       */
      customRebootTime: number;
      /**
       * @description True: a reboot uses `customRebootTime` instead of the global reboot time.
       * @example false
       */
      customRebootTimeEnabled: boolean;
      /**
       * @description `R<relay index>-<enclosure serial>`.
       * @example R1-1000036
       */
      id: string;
      /**
       * @description Number of the relay among all relay outputs.
       * @example 1
       */
      relayIndex: number;
      /** @example Rack fan */
      relayName: string;
      /**
       * @description The state to which the relay is driven.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /** @description Only where the command has moved the relay and was no reboot. */
      undo?: components['schemas']['UndoOfferView'];
    };
    ChangePasswordDto: {
      /**
       * @description The present password of the account whose password is to change.
       * @example an invented password
       */
      currentPassword: string;
      /**
       * @description 8 to 128 characters, not a common password, not the user name.
       * @example another invented password
       */
      newPassword: string;
    };
    ConfigChange: {
      /**
       * @description The new value: all of an object that is created, else the members that change.
       * @example {
       *       "outletName": "db-master"
       *     }
       */
      after?: string | number | boolean | Record<string, never>;
      /**
       * @description The present value: all of an object that is removed, else the members that change.
       * @example {
       *       "outletName": "Outlet 1"
       *     }
       */
      before?: string | number | boolean | Record<string, never>;
      /**
       * @example changed
       * @enum {string}
       */
      kind: 'created' | 'changed' | 'removed';
      /**
       * @description Section and id, or section and key: `groups.1`, `settings.deviceName`.
       * @example outlets.1-1200578
       */
      path: string;
    };
    ConfigDocument: {
      /** @description Time of the export, ISO 8601. Only in a full backup: a document without secrets stays equal until a change. */
      exportedAt?: string;
      /**
       * @description Format of the document: 1.
       * @example 1
       */
      format: number;
      /** @description The parts of the PDU that it is from; without them, places are derived from the ids. */
      hardware?: components['schemas']['ConfigHardware'];
      /**
       * @description The model of the PDU that it is from; `hub` for one of a hub.
       * @example single-phase-16
       */
      model: string;
      /** @description Only in requests: decrypts the secrets. */
      passphrase?: string;
      /**
       * @description Name of the product: "Rackfeed".
       * @example Rackfeed
       */
      product: string;
      /** @description The encrypted secrets, if a passphrase was given. */
      secrets?: components['schemas']['EncryptedSecrets'];
      /** @description Paths of the secrets that are set but not in this document. */
      secretsLeftOut?: string[];
      /**
       * @description A section replaces its whole part of the configuration; members that it leaves out have their defaults. An absent
       *     section changes nothing, and PDUs that the section `pdus` of a hub leaves out keep their names.
       * @example {
       *       "settings": {
       *         "deviceName": "Rack 7 left"
       *       }
       *     }
       */
      sections: {
        actions?: {
          [key: string]: unknown;
        }[];
        banks?: {
          [key: string]: unknown;
        }[];
        events?: {
          [key: string]: unknown;
        }[];
        groups?: {
          [key: string]: unknown;
        }[];
        inlets?: {
          [key: string]: unknown;
        }[];
        outlets?: {
          [key: string]: unknown;
        }[];
        redfishSubscriptions?: {
          [key: string]: unknown;
        }[];
        relayOutputs?: {
          [key: string]: unknown;
        }[];
        roles?: {
          [key: string]: unknown;
        }[];
        sensors?: {
          [key: string]: unknown;
        }[];
        settings?: {
          [key: string]: unknown;
        };
        users?: {
          [key: string]: unknown;
        }[];
        webhooks?: {
          [key: string]: unknown;
        }[];
      };
      /**
       * @description Version of the controller that made it.
       * @example 0.1.0
       */
      version?: string;
    };
    ConfigHardware: {
      /**
       * @example [
       *       "1200578"
       *     ]
       */
      banks: string[];
      /** @example 1000036 */
      enclosureSerial: string;
      /**
       * @example [
       *       "I1-1000036"
       *     ]
       */
      inlets: string[];
      /**
       * @description Lines of all inlets, one inlet after another.
       * @example [
       *       "L1-1000036"
       *     ]
       */
      lines: string[];
      /**
       * @example [
       *       "1-1200578"
       *     ]
       */
      outlets: string[];
      /**
       * @example [
       *       "R1-1000036"
       *     ]
       */
      relayOutputs: string[];
      /**
       * @example [
       *       "SA-1000036"
       *     ]
       */
      sensors: string[];
    };
    ConfigPlan: {
      /**
       * @description True when the document was applied.
       * @example false
       */
      applied: boolean;
      /** @description The changes in the order of the document; empty when it is equal to the present configuration. */
      changes: components['schemas']['ConfigChange'][];
      /** @description Warnings about omitted parts and about steps to take by hand afterwards. */
      warnings: components['schemas']['ConfigWarning'][];
    };
    ConfigResetView: {
      /**
       * @description Source of the built-in administrator's password: the environment, or the console where it was printed.
       * @enum {string}
       */
      adminPassword: 'environment' | 'console';
    };
    ConfigWarning: {
      /** @example The mail password is not in the document; set it afterwards. */
      message: string;
      /**
       * @description Path in the document, such as `actions.3.params.1`.
       * @example settings.smtpPassword
       */
      path: string;
    };
    ControllerFaultView: {
      /** @enum {string} */
      kind:
        | 'webhooks'
        | 'hardware'
        | 'database'
        | 'clock'
        | 'https'
        | 'protocols'
        | 'backup'
        | 'storageFull'
        | 'storageFailing'
        | 'certificate'
        | 'firmware'
        | 'restart';
      /** @description The problem and what to do about it. */
      message: string;
      /** @description Begin of the fault, ISO 8601. */
      since: string;
      /** @description Stage of the fault, for example "7 days" or "lost". */
      stage?: string;
    };
    CreateActionDto: {
      /**
       * @description A code of `GET /api/action-codes`.
       * @example 11
       */
      code: number;
      /** @description False: events do not run it. Unless sent, a new action is enabled and another stays as it is. */
      enabled?: boolean;
      /** @description Only the action of the path. */
      id?: string | number;
      /** @example Turn db-master off */
      name: string;
      /**
       * @description The parameters of the code, in its order. A masked secret changes nothing while the other parameters stay.
       * @example [
       *       "1-1200578",
       *       "OFF"
       *     ]
       */
      params?: string[];
    };
    CreateEventDto: {
      /**
       * @description Ids of the actions to run, in this order; may be empty.
       * @example [
       *       1
       *     ]
       */
      actions: number[];
      /**
       * @description A code of `GET /api/event-codes`.
       * @example 31
       */
      code: number;
      /** @description False: it does not trigger. Unless sent, a new event is enabled and another stays as it is. */
      enabled?: boolean;
      /** @description Only the event of the path. */
      id?: string | number;
      /** @example Left side above 80 % */
      name: string;
      /**
       * @description The parameters of the code, in its order.
       * @example [
       *       "1200578",
       *       "16",
       *       "10"
       *     ]
       */
      params?: string[];
    };
    CreateGroupDto: {
      /** @example Databases */
      groupName: string;
      /**
       * @description Between two outlets turning on, s; 0 turns them on all at once.
       * @example 3
       */
      groupRebootSequenceDelay?: number;
      /**
       * @description Outlet ids or indexes, each once, in the order in which they turn on.
       * @example [
       *       "1-1200578",
       *       "2-1200578"
       *     ]
       */
      outlets: string[];
    };
    CreateRoleDto: {
      /** @example Switch the databases, read everything. */
      description?: string;
      /**
       * @description Unique without regard to case.
       * @example Operators of row 7
       */
      name: string;
      /**
       * @description Flags that are not sent are false, lists that are not sent are empty.
       * @example {
       *       "viewBankStats": true,
       *       "viewOutlets": [
       *         "1-1200578"
       *       ],
       *       "modifyOutlets": [
       *         "1-1200578"
       *       ]
       *     }
       */
      permissions?: components['schemas']['PermissionsDto'];
    };
    CreateSigningRequestDto: {
      /**
       * @description Two capital letters (ISO 3166).
       * @example DE
       */
      country?: string | null;
      /**
       * @description EC (P-256) if absent; RSA has 2048 bits.
       * @enum {string}
       */
      keyType?: 'EC' | 'RSA';
      /**
       * @description Host names and IP addresses, as a list or as text with commas; null: those of the controller.
       * @example [
       *       "pdu7.example.com"
       *     ]
       */
      names?: string[] | null;
      /** @example Example Ltd */
      organization?: string | null;
    };
    CreateSuggestedDto: {
      /**
       * @description Ids of `GET /api/events/suggestions`.
       * @example [
       *       "31_1200578_16_10"
       *     ]
       */
      ids: string[];
      /** @description Names for them in the same order, such as translated ones; without it they have those of the suggestions. */
      names?: string[];
    };
    CreateUserDto: {
      /**
       * @description 8 to 128 characters, not a common password, not the user name.
       * @example an invented password
       */
      password: string;
      /** @example 2 */
      roleId: number;
      /**
       * @description Unique without regard to case, and not "root"; no colon.
       * @example anna
       */
      username: string;
    };
    CreateWebhookDto: {
      /** @description False: it sends nothing. Unless sent, a new webhook is enabled. */
      enabled?: boolean;
      /** @description Only the webhook of the path. */
      id?: string | number;
      /** @example Ticket system */
      name: string;
      /**
       * @description Types of `GET /api/webhook-types`; "outlet.*" stands for all that begin so, "*" for all.
       * @example [
       *       "outlet.*",
       *       "breaker.opened"
       *     ]
       */
      types: (
        | '*'
        | 'outlet.*'
        | 'breaker.*'
        | 'inlet.*'
        | 'event.*'
        | 'sensor.*'
        | 'hardware.*'
        | 'configuration.*'
        | 'firmware.*'
        | 'controller.*'
        | 'user.*'
        | 'outlet.switched'
        | 'outlet.failed'
        | 'outlet.rebootStarted'
        | 'outlet.rebootEnded'
        | 'breaker.opened'
        | 'breaker.closed'
        | 'inlet.lost'
        | 'inlet.restored'
        | 'inlet.transferred'
        | 'event.triggered'
        | 'event.ended'
        | 'sensor.connected'
        | 'sensor.disconnected'
        | 'hardware.silent'
        | 'hardware.answers'
        | 'configuration.changed'
        | 'firmware.staged'
        | 'firmware.installed'
        | 'firmware.rolledBack'
        | 'controller.started'
        | 'user.signInFailed'
        | 'user.locked'
      )[];
      /**
       * @description An http or https URL without a user name and password.
       * @example https://tickets.example/hooks/rack
       */
      url: string;
    };
    DatabaseHealthView: {
      /** @description Time of the newest good copy, ISO 8601. */
      lastGoodCopy?: string;
      /** @description The problem and what to do about it. */
      message?: string;
      /** @description Databases that were moved aside by a repair and still exist. */
      movedAside?: components['schemas']['MovedAsideView'];
      /** @description Time of the last change of the state, ISO 8601. */
      since: string;
      /**
       * @example ok
       * @enum {string}
       */
      state: 'unreachable' | 'ok' | 'full' | 'readOnly' | 'damaged' | 'restored';
      /** @description False while changes are refused. */
      writable: boolean;
    };
    DeviceView: {
      /** @description True if at least one bank has a circuit breaker of its own. */
      circuitBreakerProtection: boolean;
      /**
       * @description Version of the controller software.
       * @example 0.1.0
       */
      controllerFirmwareVersion: string;
      /**
       * @description The hardware driver of the controller.
       * @example simulator
       */
      controllerHardwareVersion: string;
      /** @example 2000036 */
      controllerSerialNumber: number;
      /** @example 1000036 */
      enclosureSerialNumber: string;
      /** @example 2U */
      formFactor: string;
      /** @enum {string} */
      inletConfig: 'standard' | 'dualcircuit' | 'ats';
      /**
       * @description Connector of the first inlet's cord.
       * @example NEMA L5-30P
       */
      inletPlug: string;
      /** @example RF-1602-30 */
      modelNumber: string;
      /** @example 2 */
      numBanks: number;
      /** @example 1 */
      numInlets: number;
      /**
       * @description Number of outlets; 0 if they can be neither switched nor metered one by one.
       * @example 16
       */
      numOutlets: number;
      /** @description True if the current of each outlet is measured. */
      outletMeteringSupported: boolean;
      /** @description True if the power of each outlet is measured. */
      outletPwrMeasurementsSupported: boolean;
      outletSwitchingSupported: boolean;
      /** @enum {string} */
      phase: 'Single Phase' | 'Three Phase Delta' | 'Three Phase Wye';
      /**
       * @description Seconds since the hardware last answered with measurements.
       * @example 0.4
       */
      readingAge: number;
      /** @description False while the hardware does not answer: measurements are then the last known ones. */
      readingFresh: boolean;
      /** @description The controller's clock, ISO 8601. */
      time: string;
      /**
       * @description Seconds since the controller software started.
       * @example 86400
       */
      uptime: number;
    };
    EncryptedSecrets: {
      /** @enum {string} */
      cipher: 'aes-256-gcm';
      /** @description Ciphertext and authentication tag in base64. */
      data: string;
      /** @enum {string} */
      kdf: 'argon2id';
      lanes: number;
      /** @description Memory of the key derivation, KiB. */
      memory: number;
      /** @description Base64. */
      nonce: string;
      passes: number;
      /** @description Base64. */
      salt: string;
    };
    EnergyPeriodView: {
      /**
       * @description ISO 8601, UTC.
       * @example 2026-11-01T00:00:00.000Z
       */
      from: string;
      /**
       * @description The energy of the inlets less that of everything behind them: own use, wires, and the error of the meters, so it may be
       *     negative. Absent if the caller may not view all of it or something is not metered.
       * @example {
       *       "kWh": 0.12,
       *       "cost": 0.03,
       *       "kgCO2": 0.04,
       *       "coverage": 1
       *     }
       */
      losses?: components['schemas']['EnergySumView'];
      /**
       * @description The outlets that the caller may view and that are in no row; only by group or label.
       * @example {}
       */
      others?: components['schemas']['EnergySumView'];
      rows: components['schemas']['EnergyRowView'][];
      /** @description All rows together, each object counted once. */
      sum: components['schemas']['EnergySumView'];
      /**
       * @description ISO 8601, UTC; not included.
       * @example 2026-11-02T00:00:00.000Z
       */
      to: string;
    };
    EnergyReportView: {
      /**
       * @description As in the query, for example "outlet" or "label:tenant".
       * @example outlet
       */
      by: string;
      /**
       * @description Currency of all costs; absent without a tariff.
       * @example EUR
       */
      currency?: string;
      /**
       * @description ISO 8601, UTC.
       * @example 2026-11-01T00:00:00.000Z
       */
      from: string;
      /**
       * @description True if the caller may not view everything of this kind: sums are those of the rest.
       * @example false
       */
      partial: boolean;
      /** @description The days, weeks or months in order, those at the ends possibly cut; empty for the step "total". */
      periods: components['schemas']['EnergyPeriodView'][];
      /**
       * @example day
       * @enum {string}
       */
      step: 'day' | 'week' | 'month' | 'total';
      /**
       * @description The time zone of days and rates.
       * @example UTC
       */
      timezone: string;
      /**
       * @description ISO 8601, UTC; not included, and never in the future.
       * @example 2026-11-02T00:00:00.000Z
       */
      to: string;
      /** @description The whole time. */
      total: components['schemas']['EnergyPeriodView'];
    };
    EnergyResetView: {
      /**
       * @description The objects whose counters were reset. A counter without a present value is not reset.
       * @example [
       *       "1-1200578"
       *     ]
       */
      objects: string[];
    };
    EnergyRowView: {
      /**
       * @description In the currency of the report; absent without a tariff.
       * @example 0.94
       */
      cost?: number;
      /**
       * @description Share of the time whose energy was measured, 0 to 1; below 1 the energy is a part of what was used.
       * @example 1
       */
      coverage: number;
      /**
       * @description For example "1-1200578"; of a group its id, of a label its value.
       * @example 1-1200578
       */
      id: string;
      /**
       * @description Carbon dioxide, kg; absent without it in the tariff.
       * @example 1.2
       */
      kgCO2?: number;
      /**
       * @description Active energy, kWh; absent if nothing was measured.
       * @example 3.36
       */
      kWh?: number;
      /**
       * @description Present name.
       * @example db-master
       */
      name: string;
      /** @description True if the caller may not view all of its outlets: the numbers are those of the others. */
      partial?: boolean;
      /**
       * @description Begin of the minute or quarter of an hour of the highest power, ISO 8601, UTC.
       * @example 2026-11-01T20:04:00.000Z
       */
      peakAt?: string;
      /**
       * @description Highest power, W. Of a group the sum of the highest readings of its outlets in the same quarter of an hour, so never
       *     below the highest power of all of them together.
       * @example 188
       */
      peakWatts?: number;
      /**
       * @description Share of the energy of the parent, 0 to 1: of the bank for an outlet, of the inlet for a bank, else of all inlets.
       *     Absent if the parent is not metered or the caller may not view it.
       * @example 0.33
       */
      share?: number;
    };
    EnergySumView: {
      /**
       * @description In the currency of the report; absent without a tariff.
       * @example 0.94
       */
      cost?: number;
      /**
       * @description Share of the time whose energy was measured, 0 to 1; below 1 the energy is a part of what was used.
       * @example 1
       */
      coverage: number;
      /**
       * @description Carbon dioxide, kg; absent without it in the tariff.
       * @example 1.2
       */
      kgCO2?: number;
      /**
       * @description Active energy, kWh; absent if nothing was measured.
       * @example 3.36
       */
      kWh?: number;
    };
    EnergyView: {
      /** @example 1-1200578 */
      id: string;
      /**
       * @example outlet
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor';
      /**
       * @description Active energy since the meter was new; never reset. kWh.
       * @example 1250.4
       */
      lifetime?: number;
      /** @example db-master */
      name: string;
      /**
       * @description Time of the last reset, ISO 8601, UTC; absent if it was never reset.
       * @example 2026-10-01T00:00:00.000Z
       */
      resetAt?: string;
      /**
       * @description Active energy since the last reset, kWh.
       * @example 86.2
       */
      sinceReset?: number;
    };
    Error: {
      /**
       * @description Stable name of the error, for programs.
       * @example VALIDATION_FAILED
       */
      code: string;
      /** @description Only for bodies that are not valid: one entry for each wrong member. */
      details?: {
        field: string;
        message: string;
      }[];
      /**
       * @description The status's name.
       * @example Unprocessable Entity
       */
      error: string;
      /** @description One sentence that a user can act on. */
      message: string;
      /** @description The HTTP status again. */
      statusCode: number;
    };
    EventCodeView: {
      /** @description This model can raise it, and the host can do what it needs. */
      available: boolean;
      /** @example 31 */
      code: number;
      /** @example Bank Max Current Threshold */
      name: string;
      params: components['schemas']['EventParamView'][];
      /** @description The reason why the host cannot do it, as a sentence. */
      reason?: string;
    };
    EventOccurrencePageView: {
      firings: components['schemas']['EventOccurrenceView'][];
      /**
       * @description Send it as `before` to get the page of older occurrences; absent on the last page.
       * @example 17
       */
      nextBefore?: number;
    };
    EventOccurrenceView: {
      /** @description In the order in which they were to run. */
      actions: components['schemas']['OccurrenceActionView'][];
      /**
       * @description Number of automatic steps that led to it.
       * @example 0
       */
      depth: number;
      /**
       * @description Time for which the condition had held, s.
       * @example 10
       */
      heldSeconds?: number;
      /** @example 17 */
      id: number;
      /**
       * @description The object that made it trigger.
       * @example bank 1200578
       */
      object: string;
      /** @example 1200578 */
      objectId: string;
      /**
       * @description The name that the object had; absent for one without a name.
       * @example Storage
       */
      objectName?: string;
      reading?: components['schemas']['OccurrenceReadingView'];
      /** @description ISO 8601, UTC. */
      time: string;
    };
    EventParamView: {
      /** @description The names of the choices, in their order. */
      choiceLabels?: string[];
      /** @description The choices of this model. A network interface may also have another name. */
      choices?: string[];
      /** @description True: a whole number. */
      integer?: boolean;
      /**
       * @description The type of its value, for the form that asks for it.
       * @example number
       * @enum {string}
       */
      kind: 'number' | 'outlet' | 'word' | 'host' | 'inlet' | 'line' | 'bank' | 'sensor' | 'time' | 'networkInterface';
      /** @example amperage threshold */
      label: string;
      /** @example 10000 */
      max?: number;
      /** @example 0 */
      min?: number;
      /**
       * @description True: may be empty.
       * @example false
       */
      optional: boolean;
      /** @example A */
      unit?: string;
    };
    EventView: {
      /**
       * @description Ids of the actions to run, in this order.
       * @example [
       *       1
       *     ]
       */
      actions: number[];
      /**
       * @description A code of `GET /api/event-codes`.
       * @example 31
       */
      code: number;
      /** @description False: it does not trigger. */
      enabled: boolean;
      /** @example 3 */
      id: number;
      /** @example Left side above 80 % */
      name: string;
      /**
       * @description Seconds beyond the threshold, of the object that is beyond for longest. Only where `triggered` is.
       * @example 0
       */
      numTicksBeyond?: number;
      /**
       * @description Three texts; what they mean depends on the code, unused ones are empty.
       * @example [
       *       "1200578",
       *       "16",
       *       "10"
       *     ]
       */
      params: string[];
      /**
       * @description It has triggered, and what triggered it lasts. A schedule shows it for the tick in which it triggers. Only where the
       *     caller may read all that the event watches.
       * @example false
       */
      triggered?: boolean;
    };
    ExplainedObjectView: {
      /**
       * @description Distance of the value from the limit; negative beyond it.
       * @example 12.2
       */
      distance?: number;
      /**
       * @description True while the condition of the event holds; absent while that is not known.
       * @example false
       */
      holds?: boolean;
      /** @example 1200578 */
      id: string;
      /** @example bank 1200578 */
      name: string;
      /** @example 0 */
      numTicksBeyond?: number;
      /**
       * @description The name that an operator has given it, or its default name; absent for one without a name.
       * @example Storage
       */
      objectName?: string;
      /** @example false */
      triggered?: boolean;
      /**
       * @description The measurement now, in the unit of the limit.
       * @example 3.8
       */
      value?: number;
      /**
       * @description The condition that it waits for, as a sentence.
       * @example The current must rise by 12.2 A.
       */
      waitsFor: string;
    };
    ExplanationView: {
      /** @description False: this model cannot raise it, or does not have what it names. */
      available: boolean;
      enabled: boolean;
      /** @example 3 */
      id: number;
      /** @description Calendar: the moment that triggered last, ISO 8601, UTC. */
      lastFired?: string;
      limit?: components['schemas']['LimitView'];
      /** @description Schedules: the next time, ISO 8601, UTC. */
      next?: string;
      /** @description Schedules: the next time in the device's time zone. */
      nextLocal?: string;
      /**
       * @description Only where `triggered` is.
       * @example 0
       */
      numTicksBeyond?: number;
      /** @description One for each object that it watches. */
      objects?: components['schemas']['ExplainedObjectView'][];
      /** @description Relays that its actions do not move now, though it may trigger; by hand they can be switched. */
      paused?: components['schemas']['PausedRelayView'][];
      /**
       * @description Seconds past the threshold after which it triggers.
       * @example 10
       */
      seconds?: number;
      /**
       * @description Only where the caller may read all that it watches.
       * @example false
       */
      triggered?: boolean;
      /**
       * @description The condition that it waits for, as a sentence.
       * @example The current must rise by 12.2 A.
       */
      waitsFor: string;
    };
    ExtremesResetView: {
      /**
       * @description The objects whose extremes were reset.
       * @example [
       *       "1-1200578"
       *     ]
       */
      objects: string[];
    };
    ExtremeView: {
      /** @example 188 */
      max: number;
      /**
       * @description Time of the highest reading, ISO 8601, UTC.
       * @example 2026-11-01T20:04:12.000Z
       */
      maxAt: string;
      /**
       * @example activePower
       * @enum {string}
       */
      measure:
        | 'current'
        | 'voltage'
        | 'frequency'
        | 'activePower'
        | 'reactivePower'
        | 'apparentPower'
        | 'powerFactor'
        | 'energy'
        | 'temperature'
        | 'humidity';
      /** @example 22.4 */
      min: number;
      /**
       * @description Time of the lowest reading, ISO 8601, UTC.
       * @example 2026-11-01T03:12:40.000Z
       */
      minAt: string;
      /** @example W */
      unit: string;
    };
    FirmwareInstalledView: {
      /**
       * @example slot-a
       * @enum {string}
       */
      place: 'slot-a' | 'slot-b';
      /**
       * @description The previous version, which runs again if this one does not prove itself.
       * @example 0.1.0
       */
      previousVersion: string;
      rebooting: boolean;
      /** @example 0.2.0 */
      version: string;
    };
    FirmwareOutcomeView: {
      /**
       * @description Time of the result, seconds since 1970, UTC.
       * @example 1793607300
       */
      at: number;
      /**
       * @description The previous version.
       * @example 0.0.9
       */
      from: string;
      /** @description Reason for the rollback, in a sentence. */
      reason?: string;
      /**
       * @description trying: it has not proved itself yet; rolledBack: the previous version runs again.
       * @example confirmed
       * @enum {string}
       */
      result: 'trying' | 'confirmed' | 'rolledBack';
      /** @example 0.1.0 */
      version: string;
    };
    FirmwarePlaceView: {
      /** @enum {string} */
      place: 'base' | 'slot-a' | 'slot-b';
      /** @description True if this release is running. */
      running: boolean;
      /**
       * @description Version in this place; absent if it is empty.
       * @example 0.1.0
       */
      version?: string;
    };
    FirmwareView: {
      /**
       * @description Ids of the keys whose signature is accepted.
       * @example [
       *       "9f86d081884c7d65"
       *     ]
       */
      keys: string[];
      last?: components['schemas']['FirmwareOutcomeView'];
      /**
       * @description Largest upload, bytes.
       * @example 268435456
       */
      limit: number;
      /**
       * @description Present phase of an upload.
       * @example idle
       * @enum {string}
       */
      phase: 'idle' | 'receiving' | 'checking' | 'restarting';
      places: components['schemas']['FirmwarePlaceView'][];
      /**
       * @description True if the running version is on trial and is rolled back unless it proves itself.
       * @example false
       */
      trial: boolean;
      /**
       * @description Length of the trial period, s.
       * @example 60
       */
      trialSeconds: number;
      /**
       * @description The running version.
       * @example 0.1.0
       */
      version: string;
    };
    FleetLinkView: {
      /**
       * @description End of the certificate of this PDU, which is renewed before; ISO 8601.
       * @example 2027-02-02T08:15:00.000Z
       */
      certificateEnds?: string;
      /**
       * @description Events that the hub has not stored yet.
       * @example 0
       */
      eventsWaiting: number;
      /**
       * @description The hub of RACKFEED_HUB, as host:port; absent without one.
       * @example hub.example:8883
       */
      hub?: string;
      /**
       * @description The id of this PDU at the hub; absent before it is enrolled.
       * @example pdu-7f3a
       */
      pdu?: string;
      /** @description The last problem, in a sentence. */
      reason?: string;
      /** @description The beginning of the state, ISO 8601. */
      since: string;
      /**
       * @description The site at the hub.
       * @example berlin
       */
      site?: string;
      /**
       * @description `enrolling`: the hub does not know this PDU yet; `pending`: it must be accepted at the hub; `refused`: the hub does not
       *     admit it, or is not the right one; `unreachable`: there is no connection to it.
       * @example connected
       * @enum {string}
       */
      state: 'off' | 'enrolling' | 'pending' | 'connecting' | 'connected' | 'refused' | 'unreachable';
    };
    ForcedShutdownView: {
      /** @description True: every upsmon of this PDU shuts its host down. */
      isSet: boolean;
    };
    FullExportDto: {
      /**
       * @description The caller's own password.
       * @example an invented password
       */
      currentPassword: string;
      /**
       * @description Passphrase of at least 12 characters; it is needed to apply the document with its secrets.
       * @example an invented passphrase
       */
      passphrase: string;
    };
    GroupOutletView: {
      /** @example 1200578 */
      bankId: number;
      /**
       * @description Load, A RMS. Only where outlet currents are metered.
       * @example 1.24
       */
      currentRms?: number;
      /**
       * @description `<outlet index>-<bank id>`.
       * @example 1-1200578
       */
      id: string;
      /**
       * @description Number of the outlet among all outlets.
       * @example 1
       */
      outletIndex: number;
      /** @example db-master */
      outletName: string;
      /**
       * @description The state that the outlet takes when the PDU gets power.
       * @example PREV
       * @enum {string}
       */
      pwrOnState: 'ON' | 'OFF' | 'PREV';
      /**
       * @description The state to which the relay is driven.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /**
       * @description Active power, W. Only where outlets are metered.
       * @example 140
       */
      watts?: number;
    };
    GroupView: {
      /** @example Databases */
      groupName: string;
      /**
       * @description Between two outlets turning on, s; 0 turns them on all at once.
       * @example 3
       */
      groupRebootSequenceDelay: number;
      /**
       * @description Decimal number.
       * @example 1
       */
      id: string;
      /** @description In the order in which they turn on. */
      outlets: components['schemas']['GroupOutletView'][];
      /** @description Only while outlets of the group, among those that the reader may view, wait for their turn to turn on. */
      sequence?: components['schemas']['SequenceView'];
    };
    HealthCheckView: {
      /**
       * @description `hardware`: it answers; `polling`: the poll cycle runs; `database`: it is intact and can be written; `storage`: the
       *     disk stores what must survive a crash; `clock`: it is set; `https`: it listens, and its certificate has a week
       *     left; `protocols`, if a protocol server is switched on: they listen, and no setting of theirs is dangerous; `backup`, if backups are scheduled: the last one succeeded; `webhooks`, if one was switched off because its receiver accepts nothing; `hub`, if the controller has one: there is a link to it; `broker`, of a hub with a broker beside it: it is connected to it; `sites`, of a hub: each of which the caller may see a PDU can be reached, absent in `/health`; `shards`, of a hub that works together with others: it has its share of the PDUs; `ping`, if an event or an outlet names a host: pings can be
       *     sent.
       * @example hardware
       * @enum {string}
       */
      name:
        | 'webhooks'
        | 'hub'
        | 'hardware'
        | 'polling'
        | 'database'
        | 'storage'
        | 'clock'
        | 'https'
        | 'protocols'
        | 'backup'
        | 'broker'
        | 'sites'
        | 'shards'
        | 'ping';
      /**
       * @description `warn`: outlets can still be switched; `fail`: they cannot.
       * @example ok
       * @enum {string}
       */
      status: 'ok' | 'warn' | 'fail';
    };
    HealthDetailsView: {
      /** @description Absent without scheduled backups. */
      backup?: components['schemas']['BackupHealthView'];
      checks: components['schemas']['HealthCheckView'][];
      database: components['schemas']['DatabaseHealthView'];
      /**
       * @description Hardware driver.
       * @example simulator
       */
      driver: string;
      /**
       * @description Consecutive poll cycles in which the hardware did not answer.
       * @example 0
       */
      failuresInARow: number;
      /** @example [] */
      faults: components['schemas']['ControllerFaultView'][];
      https: components['schemas']['HttpsHealthView'];
      /** @example single-phase-16 */
      model: string;
      /** @description Absent while no event and no outlet names a host to ping. */
      ping?: components['schemas']['PingHealthView'];
      /**
       * @description Seconds since the last poll cycle.
       * @example 0.4
       */
      pollAge: number;
      /**
       * @description Seconds since the hardware last answered; absent when it never has.
       * @example 0.4
       */
      readingAge?: number;
      /** @description True if power can be controlled. The response then has the status 200, otherwise 503. */
      ready: boolean;
      /** @description Warnings about problems that are no faults but should be fixed; for administrators. */
      remarks?: string[];
      /**
       * @description `ok`; `degraded`: power can be controlled, something else is wrong; `down`: power cannot be controlled now. A hub that
       *     waits for another one on its database answers `standby` without checks, with the status 503.
       * @example ok
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down' | 'standby';
      storage: components['schemas']['StorageHealthView'];
      /**
       * @description Connections to the live stream.
       * @example 2
       */
      streamReaders: number;
      /**
       * @description Seconds since the controller started.
       * @example 86400
       */
      uptime: number;
      /**
       * @description Version of the controller software.
       * @example 0.1.0
       */
      version: string;
    };
    HealthView: {
      checks: components['schemas']['HealthCheckView'][];
      /** @description True if power can be controlled. The response then has the status 200, otherwise 503. */
      ready: boolean;
      /**
       * @description `ok`; `degraded`: power can be controlled, something else is wrong; `down`: power cannot be controlled now. A hub that
       *     waits for another one on its database answers `standby` without checks, with the status 503.
       * @example ok
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down' | 'standby';
    };
    HistoryMeasureView: {
      /**
       * @description For people.
       * @example Active power
       */
      label: string;
      /**
       * @description For the query.
       * @example activePower
       * @enum {string}
       */
      measure:
        | 'current'
        | 'voltage'
        | 'frequency'
        | 'activePower'
        | 'reactivePower'
        | 'apparentPower'
        | 'powerFactor'
        | 'energy'
        | 'temperature'
        | 'humidity';
      /** @example W */
      unit: string;
    };
    HistoryObjectsView: {
      objects: components['schemas']['HistoryObjectView'][];
      /** @description The resolutions from the finest to the coarsest. */
      resolutions: components['schemas']['HistoryResolutionView'][];
    };
    HistoryObjectView: {
      /**
       * @description For the query.
       * @example 1-1200578
       */
      id: string;
      /**
       * @example outlet
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor';
      measures: components['schemas']['HistoryMeasureView'][];
      /**
       * @description Present name of the object.
       * @example db-master
       */
      name: string;
    };
    HistoryResolutionView: {
      /**
       * @description Begin of the oldest sample, seconds since 1970; absent without one.
       * @example 1785831300
       */
      oldest?: number;
      /**
       * @description Length of a sample: 1, 60 or 900 s.
       * @example 60
       */
      resolution: number;
      /**
       * @description Largest time span that they cover, s.
       * @example 7776000
       */
      span: number;
    };
    HistoryView: {
      /**
       * @description Mean over the step. For energy the mean of the counter.
       * @example [
       *       1.24,
       *       1.26
       *     ]
       */
      avg: number[];
      /**
       * @description Begin of the first step, seconds since 1970.
       * @example 1793607180
       */
      from: number;
      /**
       * @example outlet
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor';
      /**
       * @description Highest reading in the step. For energy the lifetime counter at its end.
       * @example [
       *       1.31,
       *       1.3
       *     ]
       */
      max: number[];
      /**
       * @example current
       * @enum {string}
       */
      measure:
        | 'current'
        | 'voltage'
        | 'frequency'
        | 'activePower'
        | 'reactivePower'
        | 'apparentPower'
        | 'powerFactor'
        | 'energy'
        | 'temperature'
        | 'humidity';
      /**
       * @description Lowest reading in the step. For energy the lifetime counter at its begin.
       * @example [
       *       1.2,
       *       1.21
       *     ]
       */
      min: number[];
      /** @example 1-1200578 */
      object: string;
      /**
       * @description Length of the samples that the steps are made of: 1, 60 or 900 s.
       * @example 60
       */
      resolution: number;
      /**
       * @description Length of a step, s. Longer than requested if only coarser samples are stored.
       * @example 60
       */
      step: number;
      /**
       * @description Begin of each step, seconds since 1970; a multiple of `step`.
       * @example [
       *       1793607180,
       *       1793607240
       *     ]
       */
      t: number[];
      /**
       * @description End of the last step, seconds since 1970.
       * @example 1793607300
       */
      to: number;
      /** @example A */
      unit: string;
      /** @description Energy used since the end of the previous entry, kWh; only for energy. */
      used?: number[];
    };
    HttpsHealthView: {
      /**
       * @description End of the certificate in use, ISO 8601.
       * @example 2029-03-01T00:00:00.000Z
       */
      certificateEnds?: string;
      enabled: boolean;
      /**
       * @description The port it listens on.
       * @example 443
       */
      port?: number;
      /** @description Reason why HTTPS is not as set. */
      trouble?: string;
    };
    HubInputDto: {
      digitalInputDescription?: string;
      digitalInputName?: string;
      /** @description Counted from 1. */
      index: number;
    };
    HubInputView: {
      digitalInputDescription: string;
      digitalInputName: string;
      /** @description Counted from 1. */
      index: number;
      /** @enum {string} */
      state: 'HI' | 'LO';
    };
    HubRelayDto: {
      /** @description Counted from 1. */
      index: number;
      outputRelayDescription?: string;
      outputRelayName?: string;
      /** @enum {string} */
      state?: 'OPEN' | 'CLOSE';
    };
    HubRelayView: {
      /** @description Counted from 1. */
      index: number;
      outputRelayDescription: string;
      outputRelayName: string;
      /**
       * @description A hub relay has no reboot cycle.
       * @enum {string}
       */
      rebootStatus: 'none';
      /**
       * @description State of the normally open contact.
       * @enum {string}
       */
      state: 'OPEN' | 'CLOSE';
    };
    ImportOutletDto: {
      /** @description The names of the devices that the outlet feeds: a list that replaces the one before; null or an empty one for none. */
      consumers?: string[] | null;
      /** @description Off time of a reboot, s. */
      customRebootTime?: number;
      customRebootTimeEnabled?: boolean;
      /** @description The device behind the outlet; members that are absent stay as they are, null clears it. */
      device?: components['schemas']['OutletDeviceDto'] | null;
      /**
       * @description Id or index of the outlet.
       * @example 1-1200578
       */
      id: string | number;
      /**
       * @description Labels of your own, at most 16; those that are absent stay as they are, null takes one or all away.
       * @example {
       *       "tenant": "blue"
       *     }
       */
      labels?: {
        [key: string]: string | null;
      } | null;
      /** @example db-master */
      outletName?: string;
      /**
       * @description Counts from the next command on: the `state` of the same request is judged by the protection before it.
       * @example confirm
       * @enum {string}
       */
      protection?: 'none' | 'confirm' | 'rebootOnly' | 'locked';
      /**
       * @description The state that the outlet takes when the PDU gets power.
       * @enum {string}
       */
      pwrOnState?: 'ON' | 'OFF' | 'PREV';
    };
    InletLineView: {
      /**
       * @description A.
       * @example 8.56
       */
      currentRms?: number;
      /**
       * @description Line id.
       * @example L1-1000036
       */
      id: string;
      /** @enum {string} */
      line: 'L1' | 'L2' | 'L3';
      /**
       * @description V.
       * @example 119.8
       */
      voltageRms?: number;
    };
    InletView: {
      /** @description Transfer switch: this inlet feeds the load. */
      atsInletActive?: boolean;
      /**
       * @description Transfer switch: A is the first inlet.
       * @enum {string}
       */
      atsInletId?: 'A' | 'B';
      /** @description Transfer switch: this inlet has mains within tolerance. */
      atsInletReady?: boolean;
      /** @example I1-1000036 */
      id: string;
      /**
       * @description W.
       * @example 965.7
       */
      inletActivePower?: number;
      /**
       * @description VA.
       * @example 1024.8
       */
      inletApparentPower?: number;
      /**
       * @description A.
       * @example 8.56
       */
      inletCurrentRms?: number;
      /**
       * @description Active energy since the last reset of the kWh meter, kWh.
       * @example 21804.6
       */
      inletEnergyAccumulation?: number;
      /** @enum {string} */
      inletLineConfiguration: 'L-N' | 'L-L';
      /**
       * @description Hz.
       * @example 60
       */
      inletLineFrequency?: number;
      /**
       * @description Three-phase: one entry a line.
       * @example []
       */
      inletLines?: components['schemas']['InletLineView'][];
      /** @example Feed A */
      inletName: string;
      /** @enum {string} */
      inletPhase: 'Single Phase' | 'Three Phase';
      /**
       * @description Connector of the cord.
       * @example NEMA L5-30P
       */
      inletPlug: string;
      /**
       * @description Active by apparent power, 0 to 1; 1 at no load.
       * @example 0.942
       */
      inletPowerFactor?: number;
      /**
       * @description var.
       * @example 343
       */
      inletReactivePower?: number;
      /**
       * @example single
       * @enum {string}
       */
      inletType: 'ats' | 'single' | 'dual';
      /**
       * @description V.
       * @example 119.8
       */
      inletVoltageRms?: number;
      /**
       * @description Rated current of each of its lines, A.
       * @example 30
       */
      ratedCurrent: number;
      /**
       * @description The source that feeds the inlet; empty where nobody has said.
       * @example UPS A
       */
      sourceName: string;
      /**
       * @description Address of the page of the source, http or https; empty where nobody has said.
       * @example https://ups-a.example/
       */
      sourceUri: string;
      /** @description Three-phase: 100 % less the largest deviation of a line from the mean current, for example "80%". */
      threePhaseBalance?: string;
    };
    LastSwitchingView: {
      /**
       * @description `user`: a person or a program, with an account or by a protocol that has none; `event`: an action of an event; `powerCycle`: a step of a reboot or
       *     of a sequence; `coldStart`: the power-on state, after the PDU had lost its mains; `controller`: any other part of it.
       *     Absent for a command given before this was recorded.
       * @example user
       * @enum {string}
       */
      by?: 'user' | 'event' | 'powerCycle' | 'coldStart' | 'controller';
      /**
       * @description The commanded state; if the relay measures otherwise, something else has moved it, or it has not followed.
       * @enum {string}
       */
      state: 'ON' | 'OFF';
      /** @description ISO 8601, UTC. */
      time: string;
      /**
       * @description The user (needs `viewUsersList`) or the event (needs `viewEventActions`); for a `powerCycle` whoever asked for it.
       * @example anna
       */
      who?: string;
    };
    LeftRelayView: {
      /**
       * @description `SWITCHED_SINCE`: a later command has switched it; `MOVED_SINCE`: it is no longer in the state that the command gave
       *     it; `STILL_TRYING`: it did not turn on at once, and the controller keeps trying; otherwise the code of the error, such
       *     as `RELAY_FAULT`.
       * @example SWITCHED_SINCE
       */
      code: string;
      /** @example 2-1200578 */
      id: string;
      /**
       * @description One sentence.
       * @example A later command has switched it.
       */
      reason: string;
    };
    LimitView: {
      /**
       * @description `reached`: at it is enough.
       * @example above
       * @enum {string}
       */
      direction: 'above' | 'below' | 'reached';
      /** @example current */
      label: string;
      /** @example 16 */
      limit: number;
      /** @example A */
      unit: string;
    };
    LivenessView: {
      live: boolean;
    };
    LogEntryView: {
      /**
       * @description The address from which the request came.
       * @example 192.0.2.20
       */
      address?: string;
      /**
       * @description The changed members after the change; never secrets.
       * @example {
       *       "state": "OFF"
       *     }
       */
      after?: {
        [key: string]: unknown;
      };
      /**
       * @description The changed members before the change; never secrets.
       * @example {
       *       "state": "ON"
       *     }
       */
      before?: {
        [key: string]: unknown;
      };
      /** @description The id of the entry that led to this one; absent for a first one, or where the caller may not read it. */
      cause?: number;
      /**
       * @description Counts up; the cursor of `before` and `after`.
       * @example 4711
       */
      id: number;
      /**
       * @description The kind of the change: `outlet.switch`, `user.create`, `settings.change`, …
       * @example outlet.switch
       */
      kind: string;
      /**
       * @description The name that the object had at that time; absent for one without a name, and in entries from before 0.2.0.
       * @example db-master
       */
      name?: string;
      /**
       * @description The changed object: `outlet:1-1200578`, `user:2`, …
       * @example outlet:1-1200578
       */
      object: string;
      /**
       * @description `ok`, or the code of the error it ended with.
       * @example ok
       */
      result: string;
      /**
       * @description The change, as a complete English sentence.
       * @example anna turned outlet “db-master” off.
       */
      sentence: string;
      /** @description ISO 8601, UTC. */
      time: string;
      /**
       * @description The kind of cause: session, token, basic, snmp, ssh, nut, modbus, redfish, mqtt, fleet, action, schedule, coldStart,
       *     powerCycle or system.
       * @example session
       */
      via: string;
      /**
       * @description A user name, an event's name, or a part of the controller.
       * @example anna
       */
      who: string;
    };
    LogPageView: {
      /**
       * @description Older entries that led to these, as far as a sentence names them; absent where there are none.
       * @example []
       */
      causes?: components['schemas']['LogEntryView'][];
      entries: components['schemas']['LogEntryView'][];
      /**
       * @description Send it as `before` to get the page of older entries; absent on the last page.
       * @example 4711
       */
      nextBefore?: number;
    };
    MovedAsideView: {
      bytes: number;
      databases: number;
    };
    MqttTestStepView: {
      /**
       * @description The finding, or the reason of the failure.
       * @example 192.0.2.30
       */
      detail?: string;
      /**
       * @description Its duration, ms.
       * @example 4
       */
      milliseconds: number;
      ok: boolean;
      /**
       * @description `address`: the name is resolved and allowed; `connection`: something listens there; `encryption`: TLS with the right
       *     certificate; `signIn`: the broker admits the controller; `roundTrip`: a message below the prefix comes back.
       * @enum {string}
       */
      step: 'address' | 'connection' | 'encryption' | 'signIn' | 'roundTrip';
    };
    MqttTestView: {
      ok: boolean;
      steps: components['schemas']['MqttTestStepView'][];
    };
    MqttView: {
      /**
       * @description The broker of the settings, as host:port; absent while none is entered.
       * @example mqtt.example:8883
       */
      broker?: string;
      /**
       * @description Commands carried out.
       * @example 12
       */
      commands: number;
      /**
       * @description Messages given up: refused by the broker, or pushed out of a full queue.
       * @example 0
       */
      dropped: number;
      /**
       * @description Messages that wait to be sent.
       * @example 0
       */
      outbox: number;
      /**
       * @description The version of MQTT; absent while it is not connected.
       * @example 5
       * @enum {string}
       */
      protocol?: '5' | '3.1.1';
      /** @description The reason why it is not connected, in a sentence. */
      reason?: string;
      /**
       * @description Commands refused.
       * @example 0
       */
      refusedCommands: number;
      /**
       * @description Messages sent.
       * @example 5120
       */
      sent: number;
      /** @description The beginning of the state, ISO 8601. */
      since: string;
      /**
       * @description `refused`: the broker does not admit the controller; `unreachable`: there is no connection to it.
       * @example connected
       * @enum {string}
       */
      state: 'off' | 'connecting' | 'connected' | 'refused' | 'unreachable';
    };
    NeighbourView: {
      /** @example Rack 7 right */
      name: string;
      /**
       * @description The address of its pages.
       * @example https://pdu8.example.com/
       */
      url: string;
    };
    ObjectExtremesView: {
      /** @example 1-1200578 */
      id: string;
      /**
       * @example outlet
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor';
      /** @description The extremes of the measures with readings since then. */
      measures: components['schemas']['ExtremeView'][];
      /** @example db-master */
      name: string;
      /**
       * @description Time of the first start or the last reset, ISO 8601, UTC.
       * @example 2026-10-01T00:00:00.000Z
       */
      since: string;
    };
    OccurrenceActionView: {
      /** @example 1 */
      actionId: number;
      /**
       * @description The action's name at that time.
       * @example Turn db-master off
       */
      actionName: string;
      /**
       * @description The start of the run, ISO 8601, UTC.
       * @example 2026-11-02T08:15:00.000Z
       */
      began?: string;
      /**
       * @description The outcome, as a sentence.
       * @example Outlet db-master is off.
       */
      detail?: string;
      /**
       * @description `ok`, or the code of what went wrong.
       * @example ok
       */
      result?: string;
      /**
       * @description `pending`, `begun`, `done`, `failed`, `skipped` or `interrupted`.
       * @example done
       * @enum {string}
       */
      state: 'pending' | 'begun' | 'done' | 'failed' | 'skipped' | 'interrupted';
      /**
       * @description Duration of the last attempt, ms.
       * @example 84
       */
      took?: number;
      /** @example 1 */
      tries: number;
    };
    OccurrenceReadingView: {
      /** @example current */
      label: string;
      /** @example 16 */
      limit: number;
      /** @example A */
      unit: string;
      /** @example 16.3 */
      value: number;
    };
    OutletChangeDto: {
      /**
       * @description More load than now, W; negative: less. An outlet that is off counts as switched on.
       * @example 250
       */
      addWatts?: number;
      /**
       * @description Outlet id or index.
       * @example 5-1200578
       */
      outlet: string | number;
      /** @description Power factor of `watts` or `addWatts`; by default that of the load now, else 0.95. */
      powerFactor?: number;
      /**
       * @description OFF: without load; ON: with the load that is usual for it.
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /** @description Load afterwards, W. An outlet that is off counts as switched on. */
      watts?: number;
    };
    OutletDeviceDto: {
      /**
       * @description IP address or host name; it is pinged, to show whether the device can be reached, unless the policy for outgoing
       *     messages refuses it.
       * @example 192.0.2.40
       */
      address?: string | null;
      /** @example A-1042 */
      assetTag?: string | null;
      /**
       * @description A name shared by the outlets that feed the same device, its A and B side.
       * @example db-master
       */
      feed?: string | null;
      /** @example db-master */
      name?: string | null;
      /** @description May have several lines. */
      notes?: string | null;
      /**
       * @description The lowest unit of the rack that it takes.
       * @example 12
       */
      rackUnit?: number | null;
    };
    OutletDeviceView: {
      /**
       * @description IP address or host name; it is pinged.
       * @example 192.0.2.40
       */
      address?: string;
      /** @example A-1042 */
      assetTag?: string;
      /**
       * @description Shared by the outlets that feed the same device.
       * @example db-master
       */
      feed?: string;
      /** @example db-master */
      name?: string;
      /** @description May have several lines. */
      notes?: string;
      /**
       * @description The lowest unit of the rack that it takes, 1 to 60.
       * @example 12
       */
      rackUnit?: number;
      /**
       * @description The device answers pings. Three answers in a row change it. Absent while that is not known; never false while the
       *     outlet is off or has been on for less than 60 s.
       * @example true
       */
      reachable?: boolean;
      /**
       * @description The moment since which `reachable` is so, ISO 8601, UTC.
       * @example 2026-11-01T20:00:00.000Z
       */
      reachableSince?: string;
    };
    OutletErrorView: {
      /** @description Stable name of the error, for programs. */
      code: string;
      /** @description The status's name. */
      error: string;
      /** @description One sentence that a person can act on. */
      message: string;
      statusCode: number;
    };
    OutletView: {
      /**
       * @description A part of `id`, so that whoever may view the outlet has it; the name and the readings of the bank need `viewBankStats`.
       * @example 1200578
       */
      bankId: number;
      /**
       * @description Voltage of the circuit the outlet is on, V RMS.
       * @example 120.1
       */
      circuitVoltage?: number;
      /**
       * @description The names of the devices that the outlet feeds, at most 8; absent for none. The live stream has them when they have changed.
       * @example [
       *       "db-master"
       *     ]
       */
      consumers?: string[];
      /**
       * @description Load, A RMS. Only where outlet currents are metered.
       * @example 1.24
       */
      currentRms?: number;
      /**
       * @description Off time of a reboot, s.
       * @example 5
       */
      customRebootTime: number;
      /**
       * @description True: a reboot uses `customRebootTime` instead of the global reboot time.
       * @example false
       */
      customRebootTimeEnabled: boolean;
      /** @description The device that is plugged in; absent where nobody has said. The live stream has it when it has changed. */
      device?: components['schemas']['OutletDeviceView'];
      /**
       * @description `<outlet index>-<bank id>`.
       * @example 1-1200578
       */
      id: string;
      /**
       * @description Labels by key, at most 16; absent for none. The live stream has them when they have changed.
       * @example {
       *       "tenant": "blue"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /** @description The last command to its relay, and where it came from; absent for one that was never switched. */
      lastSwitching?: components['schemas']['LastSwitchingView'];
      /**
       * @description Number of the outlet among all outlets.
       * @example 1
       */
      outletIndex: number;
      /** @example db-master */
      outletName: string;
      /**
       * @description `confirm`: OFF and REBOOT need `"confirm": true`; `rebootOnly`: OFF is refused; `locked`: every switching is. The
       *     power-on state applies whatever it says.
       * @example confirm
       * @enum {string}
       */
      protection: 'none' | 'confirm' | 'rebootOnly' | 'locked';
      /**
       * @description The state that the outlet takes when the PDU gets power.
       * @example PREV
       * @enum {string}
       */
      pwrOnState: 'ON' | 'OFF' | 'PREV';
      /**
       * @description The progress of a reboot.
       * @example none
       * @enum {string}
       */
      rebootStatus: 'none' | 'pendingOff' | 'pendingOn';
      /**
       * @description Connector.
       * @example IEC 60320 C13
       */
      receptacle: string;
      /**
       * @description `OK` when `state` and `voltageDetection` agree; absent while either is unknown. `Failed` also while the outlet has
       *     not followed the last command, or has left three in a row unanswered.
       * @example OK
       * @enum {string}
       */
      relayHealth?: 'OK' | 'Failed';
      /**
       * @description The state to which the relay is driven. The specification has it with outlet current metering only; it is answered
       *     wherever it is known, because a model that switches without metering would otherwise never show what it switched.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /** @description The moment at which an outlet turns on that is off for a reboot or a step of a sequence, ISO 8601, UTC. */
      turnsOnAt?: string;
      /**
       * @description True when voltage is detected on the outlet.
       * @example true
       */
      voltageDetection?: boolean;
      /**
       * @description Active power, W. Only where outlets are metered.
       * @example 140
       */
      watts?: number;
    };
    OutletWhyView: {
      /** @description The newest change of its state first, then the entries that led to it, up to the first; empty where none is known. */
      chain: components['schemas']['TimelineEntryView'][];
      /**
       * @description The id of the outlet.
       * @example 1-1200578
       */
      outlet: string;
      /**
       * @description The name that it has now.
       * @example db-master
       */
      outletName: string;
      /**
       * @description ON or OFF as measured; absent where that is not known.
       * @example OFF
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
      /**
       * @description The entries of what keeps power from it although it is on: a tripped breaker, lost mains.
       * @example []
       */
      supply: components['schemas']['TimelineEntryView'][];
      /**
       * @description The newest change of its state and what led to it, as one paragraph.
       * @example anna turned outlet “db-master” off.
       */
      text: string;
    };
    OwnUserView: {
      /**
       * @description First 4 characters of the personal access token; empty without one.
       * @example
       */
      accessToken: string;
      /**
       * @description Unix time of the creation, s.
       * @example 1790841600
       */
      created: number;
      /**
       * @description Name of the PDU (setting deviceName).
       * @example Rack 7 left
       */
      deviceName: string;
      /** @description A disabled account cannot sign in, and its token does not work. */
      enabled: boolean;
      /**
       * @description The form of the unit, such as 0U, which the pages draw; absent on a hub.
       * @example 2U
       */
      formFactor?: string;
      /**
       * @description Id of the user; "1" is the built-in primary admin.
       * @example 2
       */
      id: string;
      /**
       * @description Unix time of the last sign-in, s; 0 for a user that never signed in.
       * @example 1793606400
       */
      lastLogin: number;
      /**
       * @description Place of the PDU (setting snmpLocation); empty if it is not set.
       * @example Berlin, row 7
       */
      location: string;
      /** @description Other PDUs that the pages lead to (setting neighbours). */
      neighbours: components['schemas']['NeighbourView'][];
      /** @description Present only when true: the user did not choose the password and should replace it. */
      passwordChangeRequired?: boolean;
      /** @description Present only for the signed-in user. */
      role?: components['schemas']['RoleView'];
      /** @example 2 */
      roleId: number;
      /** @description False until the guided setup was finished or dismissed (setting setupSteps). */
      setupFinished: boolean;
      /** @example false */
      snmpv3Access: boolean;
      /**
       * @description Authentication passphrase as a run of dashes; empty when not set.
       * @example
       */
      snmpv3AuthPass: string;
      /**
       * @description Authentication protocol: SHA (SHA-1), MD5, SHA224, SHA256, SHA384 or SHA512.
       * @example SHA
       */
      snmpv3AuthProtocol: string;
      /**
       * @description Privacy passphrase as a run of dashes; empty when not set.
       * @example
       */
      snmpv3PrivPass: string;
      /**
       * @description Privacy protocol: AES (128 bits), DES, AES192 or AES256.
       * @example AES
       */
      snmpv3PrivProtocol: string;
      /**
       * @description Security level: authPriv, authNoPriv or noAuthNoPriv.
       * @example noAuthNoPriv
       */
      snmpv3Security: string;
      /** @example  */
      snmpv3User_id: string;
      sshKeys: components['schemas']['SshKeyView'][];
      /**
       * @description Zone of the times that the PDU shows (setting timezone).
       * @example Europe/Berlin
       */
      timezone: string;
      /**
       * @description True while the account is locked, by an administrator or by failed sign-ins.
       * @example false
       */
      userIsLocked: boolean;
      /** @example anna */
      username: string;
    };
    PausedRelayView: {
      /** @description Outlet id, relay output id, or sensor id and index of a relay of an I/O hub. */
      id: string;
      /** @description ISO 8601, UTC. */
      until: string;
    };
    PermissionsDto: {
      /** @description Reset the controller to factory settings. */
      allowFactoryReset?: boolean;
      /** @description Restart the controller. */
      allowPduRestart?: boolean;
      /** @description Change the names of banks and reset their counters. */
      modifyBankStats?: boolean;
      /** @description Create, change, test and delete events and actions. */
      modifyEventActions?: boolean;
      /** @description Install firmware. */
      modifyFirmwareVersion?: boolean;
      /** @description Change the settings of the device, such as its name and the power-up delay. */
      modifyGlobalDeviceSettings?: boolean;
      /** @description Change the names of inlets and reset their counters. */
      modifyInletStats?: boolean;
      /** @description Change the settings of the display. */
      modifyLcdSettings?: boolean;
      /** @description Change the settings of network, web, mail, SNMP, syslog and SSH, and the certificate. */
      modifyNetworkSettings?: boolean;
      /** @description Create, change and delete outlet groups; to switch one also needs its outlets in modifyOutlets. */
      modifyOutletGroups?: boolean;
      /** @description Outlet ids, for example "1-1200578". */
      modifyOutlets?: string[];
      /** @description Change sensors, relay outputs and ports, and switch relay outputs. */
      modifyPortSettings?: boolean;
      /** @description Create, change and delete users and roles, up to the permissions that the caller has. */
      modifyUsers?: boolean;
      /** @description Read the banks and their breakers. */
      viewBankStats?: boolean;
      /** @description Read events, actions and their history. */
      viewEventActions?: boolean;
      /** @description Read the device, its settings and its health. */
      viewGlobalDeviceSettings?: boolean;
      /** @description Read the inlets and their lines. */
      viewInletStats?: boolean;
      /** @description Read the activity log and the timeline, with the names and addresses of those who acted. */
      viewLog?: boolean;
      /** @description Read the settings of network, web, mail, SNMP, syslog and SSH, and the certificate. */
      viewNetworkSettings?: boolean;
      /** @description Read outlet groups. */
      viewOutletGroups?: boolean;
      /** @description Outlet ids, for example "1-1200578". */
      viewOutlets?: string[];
      /** @description Read sensors and relay outputs. */
      viewPortInfo?: boolean;
      /** @description Read users, roles and the activity log. */
      viewUsersList?: boolean;
    };
    PingHealthView: {
      /** @description Reason why this host cannot send pings, and what to do about it. */
      unavailableReason?: string;
    };
    PlacementsView: {
      /**
       * @description True if there are outlets or parts on their way that the caller may not view; none that is full is suggested.
       * @example false
       */
      partial: boolean;
      places: components['schemas']['PlacementView'][];
      /** @example 0.95 */
      powerFactor: number;
      /** @example C13 */
      receptacle?: string;
      unfit: components['schemas']['UnfitView'];
      /** @example 250 */
      watts: number;
    };
    PlacementView: {
      /**
       * @description Headroom then at the node of the way that has least, A; absent where nothing on the way is rated.
       * @example 9.2
       */
      headroomAmps?: number;
      /** @description Three lines: their imbalance then, in percent of the mean. */
      imbalancePercent?: number;
      /**
       * @description That node.
       * @example 1200578
       */
      limitedBy?: string;
      /** @example Outlet 5 */
      name: string;
      /**
       * @description Outlet id.
       * @example 5-1200578
       */
      outlet: string;
      /**
       * @description The reason for the suggestion, in a sentence.
       * @example Bank Left side has 9.2 A of headroom left then.
       */
      reason: string;
      /** @example IEC 60320 C13 */
      receptacle: string;
    };
    ProtocolClientView: {
      /** @example 192.0.2.50 */
      address: string;
      /**
       * @description Time of its last request, ISO 8601.
       * @example 2026-11-02T08:15:00.000Z
       */
      lastSeen: string;
      /**
       * @description A user, a role, or the name that the protocol has for the client.
       * @example snmp-reader
       */
      name: string;
      /**
       * @description Number of its requests since it is in the list.
       * @example 1440
       */
      requests: number;
    };
    ProtocolServerView: {
      /** @description The clients that were served last, newest first, ten at most. */
      clients: components['schemas']['ProtocolClientView'][];
      /**
       * @description Accepted connections since the start.
       * @example 0
       */
      connections: number;
      enabled: boolean;
      /**
       * @description Requests since the start that could not be read or answered.
       * @example 0
       */
      errors: number;
      /**
       * @example snmp
       * @enum {string}
       */
      name: 'snmp' | 'ssh' | 'nut' | 'modbus' | 'redfish' | 'mqtt';
      /**
       * @description The port it listens on; absent while it does not.
       * @example 161
       */
      port?: number;
      /** @description Reason why it does not serve as set. */
      problem?: string;
      /**
       * @description Connections and requests that were refused since the start.
       * @example 0
       */
      refused: number;
      /**
       * @description Requests since the start.
       * @example 1440
       */
      requests: number;
      /** @description A setting that works but is dangerous. */
      warning?: string;
    };
    RebootView: {
      /**
       * @description A sentence for the operator.
       * @example The controller restarts; the outlets stay as they are.
       */
      message: string;
      rebooting: boolean;
    };
    RecentHistoryView: {
      /**
       * @description Begin of the first step, seconds since 1970.
       * @example 1793607260
       */
      from: number;
      /**
       * @example outlet
       * @enum {string}
       */
      kind: 'outlet' | 'inlet' | 'line' | 'bank' | 'sensor';
      /**
       * @example activePower
       * @enum {string}
       */
      measure:
        | 'current'
        | 'voltage'
        | 'frequency'
        | 'activePower'
        | 'reactivePower'
        | 'apparentPower'
        | 'powerFactor'
        | 'energy'
        | 'temperature'
        | 'humidity';
      objects: components['schemas']['RecentObjectView'][];
      /**
       * @description Length of a step, s.
       * @example 20
       */
      step: number;
      /**
       * @description End of the last step, which is still being measured.
       * @example 1793607300
       */
      to: number;
      /** @example W */
      unit: string;
    };
    RecentObjectView: {
      /**
       * @description Mean over each step, the oldest first; null for a step without readings.
       * @example [
       *       140,
       *       null
       *     ]
       */
      avg: (number | null)[];
      /** @example 1-1200578 */
      id: string;
    };
    RedfishSubscriberView: {
      /**
       * @description The id of the subscription.
       * @example 1
       */
      id: string;
      /**
       * @description Scheme, host and port of its address.
       * @example https://events.example:443
       */
      receiver: string;
      /**
       * @description True while it gets nothing, because it did not accept an event in all attempts.
       * @example false
       */
      suspended: boolean;
      /**
       * @description Events that wait to be sent to it.
       * @example 0
       */
      waiting: number;
    };
    RedfishTestResultView: {
      /** @description The reason of a failure, in a sentence. */
      detail?: string;
      /** @example 1 */
      id: string;
      ok: boolean;
      /**
       * @description Scheme, host and port of its address.
       * @example https://events.example:443
       */
      receiver: string;
    };
    RedfishTestView: {
      /** @description True if all of them accepted it. */
      ok: boolean;
      results: components['schemas']['RedfishTestResultView'][];
    };
    RedfishView: {
      /**
       * @description Events given up: not accepted in all attempts, or pushed out by too many that waited.
       * @example 0
       */
      dropped: number;
      /**
       * @description Attempts that failed; an event may have several.
       * @example 1
       */
      failedAttempts: number;
      /**
       * @description Events that a subscriber has accepted.
       * @example 42
       */
      sent: number;
      /**
       * @description Streams that are open.
       * @example 0
       */
      streams: number;
      subscribers: components['schemas']['RedfishSubscriberView'][];
    };
    RelayOutputView: {
      /**
       * @description Off time of a reboot, s.
       * @example 5
       */
      customRebootTime: number;
      /**
       * @description True: a reboot uses `customRebootTime` instead of the global reboot time.
       * @example false
       */
      customRebootTimeEnabled: boolean;
      /**
       * @description `R<relay index>-<enclosure serial>`.
       * @example R1-1000036
       */
      id: string;
      /**
       * @description Number of the relay among all relay outputs.
       * @example 1
       */
      relayIndex: number;
      /** @example Rack fan */
      relayName: string;
      /**
       * @description The state to which the relay is driven.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF';
    };
    ResetObjectsDto: {
      /**
       * @description Ids of inlets, lines, banks, outlets or sensors.
       * @example [
       *       "1-1200578"
       *     ]
       */
      objects?: string[];
    };
    ResetPasswordDto: {
      /**
       * @description 8 to 128 characters, not a common password, not the user name. The user is asked to replace it.
       * @example another invented password
       */
      newPassword: string;
      /**
       * @description The caller's own password.
       * @example an invented password
       */
      ownPassword: string;
    };
    RoleView: {
      /** @example Switch the databases, read everything. */
      description: string;
      /** @description Present only when true, at a hub: the lists name PDUs that the caller may not view, which are left out here. */
      hasHiddenOutlets?: boolean;
      /**
       * @description 1 is the Administrator.
       * @example 2
       */
      id: number;
      /** @example Operators of row 7 */
      name: string;
      permissions: {
        /**
         * @description Reset the controller to factory settings.
         * @example false
         */
        allowFactoryReset: boolean;
        /**
         * @description Restart the controller.
         * @example false
         */
        allowPduRestart: boolean;
        /**
         * @description Change the names of banks and reset their counters.
         * @example false
         */
        modifyBankStats: boolean;
        /**
         * @description Create, change, test and delete events and actions.
         * @example false
         */
        modifyEventActions: boolean;
        /**
         * @description Install firmware.
         * @example false
         */
        modifyFirmwareVersion: boolean;
        /**
         * @description Change the settings of the device, such as its name and the power-up delay.
         * @example false
         */
        modifyGlobalDeviceSettings: boolean;
        /**
         * @description Change the names of inlets and reset their counters.
         * @example false
         */
        modifyInletStats: boolean;
        /**
         * @description Change the settings of the display.
         * @example false
         */
        modifyLcdSettings: boolean;
        /**
         * @description Change the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.
         * @example false
         */
        modifyNetworkSettings: boolean;
        /**
         * @description Create, change and delete outlet groups; to switch one also needs its outlets in modifyOutlets.
         * @example false
         */
        modifyOutletGroups: boolean;
        modifyOutlets: string[];
        /**
         * @description Change sensors, relay outputs and ports, and switch relay outputs.
         * @example false
         */
        modifyPortSettings: boolean;
        /**
         * @description Create, change and delete users and roles, up to the permissions that the caller has.
         * @example false
         */
        modifyUsers: boolean;
        /**
         * @description Read the banks and their breakers.
         * @example true
         */
        viewBankStats: boolean;
        /**
         * @description Read events, actions and their history.
         * @example true
         */
        viewEventActions: boolean;
        /**
         * @description Read the device, its settings and its health.
         * @example true
         */
        viewGlobalDeviceSettings: boolean;
        /**
         * @description Read the inlets and their lines.
         * @example true
         */
        viewInletStats: boolean;
        /**
         * @description Read the activity log and the timeline, with the names and addresses of those who acted.
         * @example true
         */
        viewLog: boolean;
        /**
         * @description Read the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.
         * @example true
         */
        viewNetworkSettings: boolean;
        /**
         * @description Read outlet groups.
         * @example true
         */
        viewOutletGroups: boolean;
        viewOutlets: string[];
        /**
         * @description Read sensors and relay outputs.
         * @example true
         */
        viewPortInfo: boolean;
        /**
         * @description Read users, roles and the activity log.
         * @example true
         */
        viewUsersList: boolean;
      };
    };
    SensorView: {
      digitalInputs?: components['schemas']['HubInputView'][];
      outputRelays?: components['schemas']['HubRelayView'][];
      /**
       * @description % relative humidity.
       * @example 40
       */
      sensorHumidity?: number;
      /** @example SA-1000036 */
      sensorId: string;
      /** @example Cold aisle */
      sensorName: string;
      /** @enum {string} */
      sensorPort: 'A' | 'B';
      /**
       * @description °C.
       * @example 22.5
       */
      sensorTempInC?: number;
      /**
       * @description °F.
       * @example 72.5
       */
      sensorTempInF?: number;
      /** @enum {string} */
      sensorType: 'temp_hum' | 'dio_hub';
      userSwitchState?: boolean;
      /** @description The hub's DC supply for its sensors is on. */
      vdcOutputState?: boolean;
    };
    SequenceView: {
      /** @description Until that outlet turns on, s; 0 when it is due. */
      next: number;
      /** @description Number of outlets of the group. */
      of: number;
      /** @description Number of the outlet whose turn is next, counted from 1. */
      step: number;
    };
    SessionView: {
      /**
       * @description Address of the sign-in.
       * @example 192.0.2.20
       */
      address: string;
      /**
       * @description Time since the sign-in, s.
       * @example 900
       */
      age: number;
      /**
       * @description User-Agent of the program that signed in.
       * @example Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0
       */
      agent: string;
      /**
       * @description Unix time of the sign-in, s.
       * @example 1793606400
       */
      created: number;
      /** @description True for the session of this request. */
      current: boolean;
      /**
       * @description Id of the session; not its token.
       * @example 13ef261ffb5be3400fa1714e
       */
      id: string;
      /**
       * @description Unix time of the newest request, s.
       * @example 1793607300
       */
      lastSeen: number;
    };
    SettingInfoView: {
      /**
       * @description The effect of the setting, in a sentence.
       * @example Off time of a reboot.
       */
      about: string;
      /**
       * @description A second group, whose permissions are enough too.
       * @enum {string}
       */
      alsoIn?:
        | 'device'
        | 'power'
        | 'network'
        | 'web'
        | 'mail'
        | 'snmp'
        | 'syslog'
        | 'ssh'
        | 'modbus'
        | 'nut'
        | 'mqtt'
        | 'fleet'
        | 'autoping'
        | 'lcd'
        | 'ports';
      /**
       * @description Its value after a factory reset.
       * @example 5
       */
      default: string | number | boolean | Record<string, never>;
      /** @description Format of a text, for example `ipAddress`. */
      format?: string;
      /**
       * @example power
       * @enum {string}
       */
      group:
        | 'device'
        | 'power'
        | 'network'
        | 'web'
        | 'mail'
        | 'snmp'
        | 'syslog'
        | 'ssh'
        | 'modbus'
        | 'nut'
        | 'mqtt'
        | 'fleet'
        | 'autoping'
        | 'lcd'
        | 'ports';
      /**
       * @description Name of the setting in `/api/conf`.
       * @example globalRebootTime
       */
      key: string;
      /**
       * @description Maximum of a number; of a text the maximum number of characters.
       * @example 3600
       */
      max?: number;
      /**
       * @description Minimum of a number; of a text the minimum number of characters, where 0 means that it may be empty.
       * @example 1
       */
      min?: number;
      /** @description The only valid numbers. */
      oneOf?: number[];
      /**
       * @description The permission to read it.
       * @example viewGlobalDeviceSettings
       * @enum {string}
       */
      read:
        | 'viewInletStats'
        | 'modifyInletStats'
        | 'viewBankStats'
        | 'modifyBankStats'
        | 'viewEventActions'
        | 'modifyEventActions'
        | 'viewNetworkSettings'
        | 'modifyNetworkSettings'
        | 'modifyLcdSettings'
        | 'modifyPortSettings'
        | 'modifyFirmwareVersion'
        | 'viewUsersList'
        | 'modifyUsers'
        | 'allowFactoryReset'
        | 'allowPduRestart'
        | 'modifyGlobalDeviceSettings'
        | 'viewGlobalDeviceSettings'
        | 'viewPortInfo'
        | 'viewOutletGroups'
        | 'modifyOutletGroups'
        | 'viewLog';
      /** @description False for a setting that is only stored, for clients that know it, and has no effect on this machine. */
      served: boolean;
      /**
       * @description `flag` is true or false, `number` a whole number, `word` one of `words`; a `secret` is shown as a run of dashes; an
       *     `object` has members of its own.
       * @example number
       * @enum {string}
       */
      type: 'flag' | 'number' | 'word' | 'text' | 'secret' | 'object';
      /**
       * @description Unit of a number: `s`, `ms`, `baud` or `°`.
       * @example s
       */
      unit?: string;
      /** @description The only valid words. */
      words?: string[];
      /**
       * @description The permission to change it; absent if no client can.
       * @example modifyGlobalDeviceSettings
       * @enum {string}
       */
      write?:
        | 'viewInletStats'
        | 'modifyInletStats'
        | 'viewBankStats'
        | 'modifyBankStats'
        | 'viewEventActions'
        | 'modifyEventActions'
        | 'viewNetworkSettings'
        | 'modifyNetworkSettings'
        | 'modifyLcdSettings'
        | 'modifyPortSettings'
        | 'modifyFirmwareVersion'
        | 'viewUsersList'
        | 'modifyUsers'
        | 'allowFactoryReset'
        | 'allowPduRestart'
        | 'modifyGlobalDeviceSettings'
        | 'viewGlobalDeviceSettings'
        | 'viewPortInfo'
        | 'viewOutletGroups'
        | 'modifyOutletGroups'
        | 'viewLog';
    };
    SignInDto: {
      /** @example an invented password */
      password: string;
      /** @example anna */
      username: string;
    };
    SigningRequestView: {
      /** @example DE */
      country?: string;
      /**
       * @description Kind of the key: EC (P-256) or RSA (2048 bits).
       * @enum {string}
       */
      keyType: 'EC' | 'RSA';
      /**
       * @description The host names and addresses in it.
       * @example [
       *       "pdu7.example.com"
       *     ]
       */
      names: string[];
      /** @example Example Ltd */
      organization?: string;
      /**
       * @description The request as PEM (PKCS #10).
       * @example -----BEGIN CERTIFICATE REQUEST-----
       *     MIIB… (shortened)
       *     -----END CERTIFICATE REQUEST-----
       */
      pem: string;
    };
    SimulatedBankView: {
      /** @description Only on a bank with a breaker of its own. */
      breakerClosed?: boolean;
      /** @description Warmth of the breaker: 0 is cold; at 1 it trips. */
      breakerHeat?: number;
      /** @description Load that is not on an outlet, A. */
      loadAmps: number;
      powerFactor: number;
    };
    SimulatedBusView: {
      /**
       * @description Every read and every command fails.
       * @example false
       */
      failing: boolean;
      /**
       * @description Duration of every read and every command, ms.
       * @example 0
       */
      latencyMs: number;
    };
    SimulatedInletView: {
      /** @description Transfer switch: this inlet feeds the load. */
      active?: boolean;
      /** @description Frequency of the mains, Hz. */
      frequency: number;
      powered: boolean;
      /** @description Voltage of the mains while powered, V. */
      voltage: number;
    };
    SimulatedOutletView: {
      /**
       * @description State of the contact.
       * @enum {string}
       */
      contact: 'ON' | 'OFF';
      /** @description Current of the connected load while it has voltage, A. */
      loadAmps: number;
      powerFactor: number;
      /** @description The contact does not follow the relay. Only on outlets with a relay. */
      relayStuck?: boolean;
      /**
       * @description State that the relay is driven to.
       * @enum {string}
       */
      state: 'ON' | 'OFF';
    };
    SimulatedRelayOutputView: {
      relayStuck: boolean;
      /**
       * @description State of the contact.
       * @enum {string}
       */
      state: 'ON' | 'OFF';
    };
    SimulatedSensorView: {
      connected: boolean;
      /** @description Digital inputs by index, from 1. */
      digitalInputs?: {
        [key: string]: 'HI' | 'LO';
      };
      /** @description Relative humidity, %. */
      humidity?: number;
      /** @description Output relays by index, from 1. */
      outputRelays?: {
        [key: string]: 'OPEN' | 'CLOSE';
      };
      /** @description Temperature, °C. */
      temperatureC?: number;
      userSwitch?: boolean;
      vdcOutput?: boolean;
    };
    SimulatorView: {
      /**
       * @example {
       *       "1200578": {
       *         "breakerClosed": true,
       *         "breakerHeat": 0,
       *         "loadAmps": 0,
       *         "powerFactor": 0.95
       *       }
       *     }
       */
      banks: {
        [key: string]: components['schemas']['SimulatedBankView'];
      };
      bus: components['schemas']['SimulatedBusView'];
      /**
       * @example {
       *       "I1-1000036": {
       *         "powered": true,
       *         "voltage": 120,
       *         "frequency": 60
       *       }
       *     }
       */
      inlets: {
        [key: string]: components['schemas']['SimulatedInletView'];
      };
      /** @example single-phase-16 */
      model: string;
      /**
       * @example {
       *       "1-1200578": {
       *         "loadAmps": 1.24,
       *         "powerFactor": 0.94,
       *         "relayStuck": false,
       *         "state": "ON",
       *         "contact": "ON"
       *       }
       *     }
       */
      outlets: {
        [key: string]: components['schemas']['SimulatedOutletView'];
      };
      /**
       * @description Number of times that the PDU has been powered on.
       * @example 1
       */
      powerOnCount: number;
      /**
       * @example {
       *       "R1-1000036": {
       *         "relayStuck": false,
       *         "state": "OFF"
       *       }
       *     }
       */
      relayOutputs: {
        [key: string]: components['schemas']['SimulatedRelayOutputView'];
      };
      /**
       * @description The same seed gives the same default loads and the same measurement noise.
       * @example 1
       */
      seed: number;
      /**
       * @description Accessories by port, A and B.
       * @example {
       *       "A": {
       *         "connected": true,
       *         "temperatureC": 22.5,
       *         "humidity": 40
       *       }
       *     }
       */
      sensors: {
        [key: string]: components['schemas']['SimulatedSensorView'];
      };
    };
    SshKeyView: {
      /**
       * @description MD5 of the key: lower-case hexadecimal pairs with colons.
       * @example 59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82
       */
      sshKeyFingerprint: string;
      /**
       * @description Label for the key.
       * @example anna@laptop
       */
      sshKeyName: string;
      /**
       * @description Id of the key's user.
       * @example 2
       */
      userId: string;
    };
    SshView: {
      /**
       * @description Lower-case hexadecimal pairs with colons, as `ssh-keygen -l -E md5` prints it.
       * @example 59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82
       */
      fingerprintMd5: string;
      /**
       * @description As `ssh-keygen -l` prints it, for example "SHA256:…".
       * @example SHA256:QdUhzRGnMfFcKMmdX4QwCV6bQ+0WYm2aUxrRFgciOHE
       */
      fingerprintSha256: string;
      /**
       * @description Type and data, as in a known_hosts file.
       * @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAO1LH+hNW2PhcriWiwIWqPKyw2Ls275PP08cJVy9Ura
       */
      publicKey: string;
    };
    StorageHealthView: {
      /**
       * @description `full`, `failing`: the intents of relays are stored in the intent journal, and are safe; `lost`: the journal cannot
       *     be written either, so they are in memory only and a reboot under way would not survive a crash.
       * @enum {string}
       */
      state: 'ok' | 'full' | 'failing' | 'lost';
    };
    SuggestedEventView: {
      /**
       * @description None yet: whoever creates the event chooses them.
       * @example []
       */
      actions: number[];
      /** @example 31 */
      code: number;
      /** @example 31_1200578_16_10 */
      id: string;
      /** @example Left side above 80 % */
      name: string;
      /**
       * @example [
       *       "1200578",
       *       "16",
       *       "10"
       *     ]
       */
      params: string[];
      /**
       * @description A sentence that says why.
       * @example 16 A is 80 % of the 20 A of its breaker. Continuous loads should stay below it.
       */
      reason: string;
    };
    SwitchedOutletsView: {
      outlets: components['schemas']['SwitchedOutletView'][];
      /** @description Only where the command has moved relays and was no reboot. */
      undo?: components['schemas']['UndoOfferView'];
    };
    SwitchedOutletView: {
      /** @description The error that a command to this outlet alone would have answered. */
      error?: components['schemas']['OutletErrorView'];
      /** @example 1-1200578 */
      id: string;
      /** @description False: the outlet did not follow; `error` says why. */
      ok: boolean;
      /** @description The outlet as the hardware measures it afterwards; for a caller who may not view it only the outcome. */
      outlet?: components['schemas']['OutletView'];
    };
    SwitchOutletsDto: {
      /** @description Confirms a switch-off: outlets with the protection `confirm` ask for it. */
      confirm?: boolean;
      /**
       * @description Outlet ids or indexes, each once.
       * @example [
       *       "1-1200578",
       *       "2-1200578"
       *     ]
       */
      outlets: string[];
      /**
       * @description The reason of the change or command, which the audit log keeps.
       * @example Maintenance is over
       */
      reason?: string;
      /**
       * @description ON and OFF switch all of them at once, in the order of the list; REBOOT turns each off and on after its off time.
       * @example ON
       * @enum {string}
       */
      state: 'ON' | 'OFF' | 'REBOOT';
    };
    SyslogStateView: {
      /**
       * @description Messages that were lost in a long outage and not yet reported.
       * @example 0
       */
      dropped: number;
      /** @description True if some audit records are sent. */
      forwards: boolean;
      /**
       * @description The time of the last message that was sent; ISO 8601, UTC.
       * @example 2026-11-02T08:15:00.000Z
       */
      lastSentAt?: string;
      /** @description The reason why the last message could not be sent; absent if it could. */
      problem?: string;
      /**
       * @example tls
       * @enum {string}
       */
      protocol?: 'udp' | 'tcp' | 'tls';
      /**
       * @description Messages sent since the start of the controller or the last change of the server.
       * @example 318
       */
      sent: number;
      /**
       * @description The server as `host:port`; absent if there is none.
       * @example log.example:6514
       */
      server?: string;
      /**
       * @description Messages that wait for the server.
       * @example 0
       */
      waiting: number;
    };
    SyslogTestView: {
      /**
       * @description The server that has it; UDP confirms nothing.
       * @example log.example:6514 has it.
       */
      detail?: string;
      /** @description The reason why it was not sent. */
      error?: string;
      ok: boolean;
      /**
       * @description ms
       * @example 12
       */
      tookMs: number;
    };
    TestRunMoveView: {
      /**
       * @description Outlet id, relay output id or sensor id.
       * @example 1-1200578
       */
      id: string;
      /** @example db-master */
      name?: string;
      /**
       * @description The present state.
       * @example ON
       */
      state?: string;
      /**
       * @description Active power that hangs on it now, W.
       * @example 140
       */
      watts?: number;
    };
    TimelineDetailsView: {
      /**
       * @description A second object that the entry speaks of: what an event triggered for.
       * @example {}
       */
      about?: components['schemas']['TimelineObjectView'];
      /**
       * @description The address from which the request came.
       * @example 192.0.2.20
       */
      address?: string;
      /**
       * @description The changed members after; never secrets.
       * @example {
       *       "state": "OFF"
       *     }
       */
      after?: {
        [key: string]: unknown;
      };
      /**
       * @description The changed members before; never secrets.
       * @example {
       *       "state": "ON"
       *     }
       */
      before?: {
        [key: string]: unknown;
      };
      /**
       * @description `ok`, or the code of the error it ended with.
       * @example ok
       */
      result: string;
      /**
       * @description The kind of cause, as in the log: session, token, action, schedule, powerCycle, system, …
       * @example session
       */
      via: string;
      /**
       * @description A user name, an event's name, or a part of the controller; absent where the caller may not know it.
       * @example anna
       */
      who?: string;
    };
    TimelineEntryView: {
      /** @description The id of the entry that led to this one; absent for a first one, or where the caller may not read it. */
      cause?: number;
      details: components['schemas']['TimelineDetailsView'];
      /** @description The id of the first entry of the chain that led to this one; absent for a first one. */
      firstCause?: number;
      /**
       * @description Counts up; that of the entry in the log.
       * @example 4711
       */
      id: number;
      /**
       * @description The kind of change, such as `outlet.switch`, `bank.breakerTripped` or `settings.change`.
       * @example outlet.switch
       */
      kind: string;
      object: components['schemas']['TimelineObjectView'];
      /**
       * @description A complete English sentence with the names of that time.
       * @example anna turned outlet “db-master” off.
       */
      sentence: string;
      /** @description ISO 8601, UTC. */
      time: string;
    };
    TimelineObjectView: {
      /**
       * @description For example `outlet:1-1200578`.
       * @example outlet:1-1200578
       */
      id: string;
      /**
       * @description Absent for an object without a name, and in entries from before 0.2.0.
       * @example db-master
       */
      name?: string;
    };
    TimelineView: {
      /**
       * @description Older entries that led to these, as far as a sentence names them; absent where there are none.
       * @example []
       */
      causes?: components['schemas']['TimelineEntryView'][];
      entries: components['schemas']['TimelineEntryView'][];
      /**
       * @description Send it as `cursor` to get the page of older entries; absent on the last page. For a role that may read little, a
       *     page may have fewer entries than its limit, or none, although older ones follow.
       * @example 4711
       */
      nextCursor?: number;
    };
    UndoDto: {
      /** @description Confirms a switch-off: outlets with the protection `confirm` ask for it. */
      confirm?: boolean;
      /** @description The reason of the command, which the audit log keeps. */
      reason?: string;
      /**
       * @description The token of `undo.token` in the answer of the switching.
       * @example an-invented-undo-token
       */
      token: string;
    };
    UndoneView: {
      /** @description The others of the command. */
      left: components['schemas']['LeftRelayView'][];
      /**
       * @description Ids of the outlets and relay outputs that are as before, or wait for their step to turn on.
       * @example [
       *       "1-1200578"
       *     ]
       */
      restored: string[];
    };
    UndoOfferView: {
      /**
       * @description The moment until which it is valid, ISO 8601, UTC: 60 s after the switching.
       * @example 2026-11-02T08:16:00.000Z
       */
      expires: string;
      /**
       * @description For `POST /api/undo`, once, and only by the same user.
       * @example an-invented-undo-token
       */
      token: string;
    };
    UnfitView: {
      /**
       * @description It is on, and has drawn 5 W or more within 7 days or was not measured for so long.
       * @example 11
       */
      inUse: number;
      /**
       * @description Its bank has no voltage.
       * @example 0
       */
      noPower: number;
      /**
       * @description Another receptacle.
       * @example 4
       */
      receptacle: number;
      /**
       * @description The load does not fit.
       * @example 0
       */
      tooSmall: number;
      /**
       * @description The load of a rated part on the way is not measured.
       * @example 0
       */
      unknownLoad: number;
    };
    UpdateActionDto: {
      /** @description A code of `GET /api/action-codes`. */
      code?: number;
      /** @description False: events do not run it. */
      enabled?: boolean;
      /** @description Only the action of the path. */
      id?: string | number;
      /** @example Turn db-master off at night */
      name?: string;
      /**
       * @description The parameters of the code, in its order; replaces the whole list. A masked secret changes nothing while the
       *     other parameters stay: it was given for them, and must be sent again for others.
       */
      params?: string[];
    };
    UpdateBankDto: {
      /** @example Left side */
      bankName: string;
      /** @description Only the bank of the path. */
      id?: string | number;
    };
    UpdateEventDto: {
      /** @description Ids of the actions to run, in this order; takes the place of the whole list. */
      actions?: number[];
      /** @description A code of `GET /api/event-codes`. */
      code?: number;
      /** @description False: it does not trigger. */
      enabled?: boolean;
      /** @description Only the event of the path. */
      id?: string | number;
      name?: string;
      /**
       * @description The parameters of the code, in its order; replaces the whole list.
       * @example [
       *       "1200578",
       *       "15",
       *       "10"
       *     ]
       */
      params?: string[];
    };
    UpdateGroupDto: {
      /** @description Confirms a switch-off: outlets with the protection `confirm` ask for it. */
      confirm?: boolean;
      groupName?: string;
      /** @description Between two outlets turning on, s; 0 turns them on all at once. */
      groupRebootSequenceDelay?: number;
      /** @description Only the group of the path. */
      id?: string | number;
      /** @description Ids, indexes or objects with an `id`, each outlet once, in the order of turning on; replaces the whole list. */
      outlets?: string[];
      /**
       * @description The reason of the change or command, which the audit log keeps.
       * @example Maintenance is over
       */
      reason?: string;
      /**
       * @description OFF turns all off at once; ON and REBOOT turn them on one after another.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF' | 'REBOOT';
    };
    UpdateInletDto: {
      /** @description Only the inlet of the path. */
      id?: string | number;
      /** @example Feed A */
      inletName?: string;
      /**
       * @description The source that feeds the inlet, such as a UPS, a panel and its breaker; empty for none.
       * @example UPS A
       */
      sourceName?: string;
      /**
       * @description Address of the page of the source, http or https, without user name and password; empty for none.
       * @example https://ups-a.example/
       */
      sourceUri?: string;
    };
    UpdateOutletDto: {
      /** @description Confirms a switch-off: an outlet with the protection `confirm` asks for it. Not stored. */
      confirm?: boolean;
      /** @description The names of the devices that the outlet feeds: a list that replaces the one before; null or an empty one for none. */
      consumers?: string[] | null;
      /** @description Off time of a reboot, s. */
      customRebootTime?: number;
      customRebootTimeEnabled?: boolean;
      /** @description The device behind the outlet; members that are absent stay as they are, null clears it. */
      device?: components['schemas']['OutletDeviceDto'] | null;
      /** @description Only the outlet of the path. */
      id?: string | number;
      /**
       * @description Labels of your own, at most 16; those that are absent stay as they are, null takes one or all away.
       * @example {
       *       "tenant": "blue"
       *     }
       */
      labels?: {
        [key: string]: string | null;
      } | null;
      /** @example db-master */
      outletName?: string;
      /**
       * @description Counts from the next command on: the `state` of the same request is judged by the protection before it.
       * @example confirm
       * @enum {string}
       */
      protection?: 'none' | 'confirm' | 'rebootOnly' | 'locked';
      /**
       * @description The state that the outlet takes when the PDU gets power.
       * @enum {string}
       */
      pwrOnState?: 'ON' | 'OFF' | 'PREV';
      /** @description The reason of the change or command, which the audit log keeps. */
      reason?: string;
      /**
       * @description REBOOT turns the outlet off and, after its off time, on again.
       * @enum {string}
       */
      state?: 'ON' | 'OFF' | 'REBOOT';
    };
    UpdateRelayOutputDto: {
      /** @description Off time of a reboot, s. */
      customRebootTime?: number;
      customRebootTimeEnabled?: boolean;
      /** @description Only the relay output of the path. */
      id?: string | number;
      /** @description The reason of the change or command, which the audit log keeps. */
      reason?: string;
      relayName?: string;
      /**
       * @description REBOOT turns the relay off and, after its off time, on again.
       * @example ON
       * @enum {string}
       */
      state?: 'ON' | 'OFF' | 'REBOOT';
    };
    UpdateRoleDto: {
      /** @example Switch the databases, read everything. */
      description?: string;
      /** @description Only the role of the path. */
      id?: string | number;
      /** @description Unique without regard to case. */
      name?: string;
      /** @description Only the flags and lists that are sent change. */
      permissions?: components['schemas']['PermissionsDto'];
    };
    UpdateSensorDto: {
      digitalInputs?: components['schemas']['HubInputDto'][];
      /** @description Only the sensor of the path. */
      id?: string | number;
      outputRelays?: components['schemas']['HubRelayDto'][];
      /** @description The reason of the change or command, which the audit log keeps. */
      reason?: string;
      /** @description The same, as a sensor is read. */
      sensorId?: string | number;
      /** @example Cold aisle */
      sensorName?: string;
      /** @description Switches the hub's DC supply for its sensors. */
      vdcOutputState?: boolean;
    };
    UpdateUserDto: {
      /** @description Only its present value is accepted: `POST /api/users/{user_id}/enable` and `/disable` change it. */
      enabled?: boolean;
      /** @description Id of the user in the path. */
      id?: string | number;
      /** @example 2 */
      roleId?: number;
      snmpv3Access?: boolean;
      /** @description Authentication passphrase. The text of responses, a run of dashes or nothing, changes nothing. */
      snmpv3AuthPass?: string;
      /** @enum {string} */
      snmpv3AuthProtocol?: 'SHA' | 'MD5' | 'SHA224' | 'SHA256' | 'SHA384' | 'SHA512';
      /** @description Privacy passphrase. The text of responses, a run of dashes or nothing, changes nothing. */
      snmpv3PrivPass?: string;
      /** @enum {string} */
      snmpv3PrivProtocol?: 'AES' | 'DES' | 'AES192' | 'AES256';
      /**
       * @description Security level. While access is on, authPriv needs both passphrases and authNoPriv that of authentication.
       * @enum {string}
       */
      snmpv3Security?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
      snmpv3User_id?: string;
      /** @description true locks the account for 15 minutes and ends its sessions, false unlocks it. Administrators only. */
      userIsLocked?: boolean;
      /** @description Unique without regard to case, and not "root"; no colon, unless it is the user's present name. */
      username?: string;
    };
    UpdateWebhookDto: {
      /**
       * @description False: it sends nothing, and messages that wait are dropped.
       * @example false
       */
      enabled?: boolean;
      /** @description Only the webhook of the path. */
      id?: string | number;
      name?: string;
      /**
       * @description Replaces the whole list.
       * @example [
       *       "outlet.*",
       *       "breaker.opened"
       *     ]
       */
      types?: (
        | '*'
        | 'outlet.*'
        | 'breaker.*'
        | 'inlet.*'
        | 'event.*'
        | 'sensor.*'
        | 'hardware.*'
        | 'configuration.*'
        | 'firmware.*'
        | 'controller.*'
        | 'user.*'
        | 'outlet.switched'
        | 'outlet.failed'
        | 'outlet.rebootStarted'
        | 'outlet.rebootEnded'
        | 'breaker.opened'
        | 'breaker.closed'
        | 'inlet.lost'
        | 'inlet.restored'
        | 'inlet.transferred'
        | 'event.triggered'
        | 'event.ended'
        | 'sensor.connected'
        | 'sensor.disconnected'
        | 'hardware.silent'
        | 'hardware.answers'
        | 'configuration.changed'
        | 'firmware.staged'
        | 'firmware.installed'
        | 'firmware.rolledBack'
        | 'controller.started'
        | 'user.signInFailed'
        | 'user.locked'
      )[];
      /** @description An http or https URL. With dashes in it, as it is answered, it stays as it is. */
      url?: string;
    };
    UploadCertificateDto: {
      /**
       * @description PEM: the certificate of the controller, then those of its issuers in their order.
       * @example -----BEGIN CERTIFICATE-----
       *     MIIB… (shortened)
       *     -----END CERTIFICATE-----
       */
      certificate: string;
      /**
       * @description PEM: the private key of the certificate, without a passphrase. Absent: the key of the open signing request.
       * @example -----BEGIN PRIVATE KEY-----
       *     MIIB… (shortened)
       *     -----END PRIVATE KEY-----
       */
      key?: string;
    };
    UserView: {
      /**
       * @description First 4 characters of the personal access token; empty without one.
       * @example
       */
      accessToken: string;
      /**
       * @description Unix time of the creation, s.
       * @example 1790841600
       */
      created: number;
      /** @description A disabled account cannot sign in, and its token does not work. */
      enabled: boolean;
      /**
       * @description Id of the user; "1" is the built-in primary admin.
       * @example 2
       */
      id: string;
      /**
       * @description Unix time of the last sign-in, s; 0 for a user that never signed in.
       * @example 1793606400
       */
      lastLogin: number;
      /** @description Present only when true: the user did not choose the password and should replace it. */
      passwordChangeRequired?: boolean;
      /** @description Present only for the signed-in user. */
      role?: components['schemas']['RoleView'];
      /** @example 2 */
      roleId: number;
      /** @example false */
      snmpv3Access: boolean;
      /**
       * @description Authentication passphrase as a run of dashes; empty when not set.
       * @example
       */
      snmpv3AuthPass: string;
      /**
       * @description Authentication protocol: SHA (SHA-1), MD5, SHA224, SHA256, SHA384 or SHA512.
       * @example SHA
       */
      snmpv3AuthProtocol: string;
      /**
       * @description Privacy passphrase as a run of dashes; empty when not set.
       * @example
       */
      snmpv3PrivPass: string;
      /**
       * @description Privacy protocol: AES (128 bits), DES, AES192 or AES256.
       * @example AES
       */
      snmpv3PrivProtocol: string;
      /**
       * @description Security level: authPriv, authNoPriv or noAuthNoPriv.
       * @example noAuthNoPriv
       */
      snmpv3Security: string;
      /** @example  */
      snmpv3User_id: string;
      sshKeys: components['schemas']['SshKeyView'][];
      /**
       * @description True while the account is locked, by an administrator or by failed sign-ins.
       * @example false
       */
      userIsLocked: boolean;
      /** @example anna */
      username: string;
    };
    WebhookDeliveryView: {
      /** @example 1 */
      attempts: number;
      /**
       * @description The last attempt, as a sentence.
       * @example Answered 204.
       */
      detail?: string;
      /**
       * @description As the receiver sees it.
       * @example msg_2f1c7a90
       */
      id: string;
      /** @description The next attempt, ISO 8601. */
      next?: string;
      /**
       * @description `waiting`: for its first or another attempt; `dropped`: given up, or not allowed any more.
       * @example delivered
       * @enum {string}
       */
      state: 'waiting' | 'delivered' | 'dropped';
      /**
       * @description The status of the receiver's last answer.
       * @example 204
       */
      status?: number;
      /** @description ISO 8601. */
      time: string;
      /** @example breaker.opened */
      type: string;
    };
    WebhookTestView: {
      /**
       * @description A sentence.
       * @example Answered 204.
       */
      detail: string;
      /**
       * @description The id of the message.
       * @example msg_2f1c7a91
       */
      id: string;
      /** @description The receiver has accepted it. */
      ok: boolean;
      /**
       * @description The status of its answer.
       * @example 204
       */
      status?: number;
      /**
       * @description Duration, ms.
       * @example 41
       */
      tookMs: number;
    };
    WebhookTypeView: {
      /**
       * @description A sentence.
       * @example A breaker has tripped.
       */
      about: string;
      /**
       * @description Permissions without which the owner gets none.
       * @example [
       *       "viewBankStats"
       *     ]
       */
      needs: (
        | 'viewInletStats'
        | 'modifyInletStats'
        | 'viewBankStats'
        | 'modifyBankStats'
        | 'viewEventActions'
        | 'modifyEventActions'
        | 'viewNetworkSettings'
        | 'modifyNetworkSettings'
        | 'modifyLcdSettings'
        | 'modifyPortSettings'
        | 'modifyFirmwareVersion'
        | 'viewUsersList'
        | 'modifyUsers'
        | 'allowFactoryReset'
        | 'allowPduRestart'
        | 'modifyGlobalDeviceSettings'
        | 'viewGlobalDeviceSettings'
        | 'viewPortInfo'
        | 'viewOutletGroups'
        | 'modifyOutletGroups'
        | 'viewLog'
      )[];
      /** @example breaker.opened */
      type: string;
    };
    WebhookView: {
      /** @description Until then messages are signed with the previous secret too, ISO 8601. */
      bothSecretsUntil?: string;
      enabled: boolean;
      /** @description The first failure after the last success, ISO 8601. */
      failingSince?: string;
      /** @example 1 */
      id: number;
      /** @example Ticket system */
      name: string;
      /** @description True if it belongs to the caller. */
      own: boolean;
      /**
       * @description `failing`: the last attempt has failed; `gone`: switched off because the receiver answered 410; `givenUp`: switched
       *     off because it accepted nothing for five days; `suspended`: the account of its owner is disabled or deleted.
       * @example working
       * @enum {string}
       */
      state: 'off' | 'failing' | 'working' | 'suspended' | 'gone' | 'givenUp';
      /**
       * @example [
       *       "outlet.*",
       *       "breaker.opened"
       *     ]
       */
      types: string[];
      /**
       * @description The address, with dashes for what may be a secret in it.
       * @example https://tickets.example/hooks/rack
       */
      url: string;
      /**
       * @description Messages that wait for an attempt.
       * @example 0
       */
      waiting: number;
    };
    WebhookWithSecretView: {
      /** @description Until then messages are signed with the previous secret too, ISO 8601. */
      bothSecretsUntil?: string;
      enabled: boolean;
      /** @description The first failure after the last success, ISO 8601. */
      failingSince?: string;
      /** @example 1 */
      id: number;
      /** @example Ticket system */
      name: string;
      /** @description True if it belongs to the caller. */
      own: boolean;
      /**
       * @description `whsec_` and base64.
       * @example whsec_an-invented-secret
       */
      secret: string;
      /**
       * @description `failing`: the last attempt has failed; `gone`: switched off because the receiver answered 410; `givenUp`: switched
       *     off because it accepted nothing for five days; `suspended`: the account of its owner is disabled or deleted.
       * @example working
       * @enum {string}
       */
      state: 'off' | 'failing' | 'working' | 'suspended' | 'gone' | 'givenUp';
      /**
       * @example [
       *       "outlet.*",
       *       "breaker.opened"
       *     ]
       */
      types: string[];
      /**
       * @description The address, with dashes for what may be a secret in it.
       * @example https://tickets.example/hooks/rack
       */
      url: string;
      /**
       * @description Messages that wait for an attempt.
       * @example 0
       */
      waiting: number;
    };
    WhatIfDto: {
      /** @description Each outlet at most once. */
      changes?: components['schemas']['OutletChangeDto'][];
      /** @description Id of an inlet that loses its mains. */
      inletLost?: string;
    };
    WhatIfView: {
      /**
       * @description Share of the ratings for continuous loads.
       * @example 0.8
       */
      derating: number;
      /** @description Each inlet with its lines, then its banks, each with its outlets. */
      nodes: components['schemas']['CapacityNodeView'][];
      /**
       * @description True if the PDU has parts that the caller may not view; they are absent.
       * @example false
       */
      partial: boolean;
      /** @description Time of the readings, ISO 8601. */
      time: string;
      /**
       * @description Outlets in the change whose present load nobody has measured: their load is added in full and nothing is taken away.
       * @example []
       */
      unknown: string[];
      /**
       * @description Outlets that would lose their power and whose device has no other feed.
       * @example []
       */
      unpowered: string[];
      /** @description Nodes that would be overloaded, those that are now included. */
      violations: components['schemas']['CapacityViolationView'][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  actionCodesList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionCodeView'][];
        };
      };
    };
  };
  actionsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionView'][];
        };
      };
    };
  };
  actionsCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateActionDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionView'];
        };
      };
    };
  };
  actionsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        actionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionView'];
        };
      };
    };
  };
  actionsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        actionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateActionDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionView'];
        };
      };
    };
  };
  actionsReplace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        actionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateActionDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionView'];
        };
      };
    };
  };
  actionsRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        actionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  actionsTest: {
    parameters: {
      query?: {
        /** @description True: say what it would do, do nothing. */
        dryRun?: boolean;
      };
      header?: never;
      path: {
        /** @example 1 */
        actionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionTestRunView'];
        };
      };
    };
  };
  alarmsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlarmListView'];
        };
      };
    };
  };
  alarmsAcknowledge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example event-mhk3l1o0-1200578 */
        alarmId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcknowledgeDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlarmView'];
        };
      };
    };
  };
  alarmsTakeBack: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example event-mhk3l1o0-1200578 */
        alarmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlarmView'];
        };
      };
    };
  };
  banksList2: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'][];
        };
      };
    };
  };
  banksRead2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1200578 */
        bankId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'];
        };
      };
    };
  };
  banksUpdate2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1200578 */
        bankId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateBankDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'];
        };
      };
    };
  };
  banksList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'][];
        };
      };
    };
  };
  banksRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1200578 */
        bankId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'];
        };
      };
    };
  };
  banksUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1200578 */
        bankId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateBankDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankView'];
        };
      };
    };
  };
  capacityRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CapacityView'];
        };
      };
    };
  };
  capacityPlacement: {
    parameters: {
      query: {
        powerFactor?: number;
        /** @description Connector, or a word of its name: `C13`, `5-20R`. */
        receptacle?: string;
        /** @description W. */
        watts: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlacementsView'];
        };
      };
    };
  };
  capacityWhatIf: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WhatIfDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhatIfView'];
        };
      };
    };
  };
  settingsRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Largest number of runs of an action for one event within a minute.
             * @default 10
             */
            actionsPerMinute: number;
            /** @description Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware. */
            allowLocalTargets?: boolean;
            /**
             * @description Number or mark of the PDU in your inventory.
             * @default
             */
            assetTag: string;
            /**
             * @description Time between two pings of a target, rounded up to the poll cycle. Unit: ms.
             * @default 1000
             */
            autopingInterval: number;
            /**
             * @description A ping without an answer within this time has failed. Unit: ms.
             * @default 1000
             */
            autopingTimeout: number;
            /**
             * @description Share of every rating that a continuous load may use; 0: as the model has it. Unit: %.
             * @default 0
             */
            capacityDerating: number;
            /**
             * @description Use the uploaded certificate for HTTPS.
             * @default false
             */
            customSslCertEnabled: boolean;
            /**
             * @description True if an uploaded certificate is installed.
             * @default false
             */
            readonly customSslCertExists: boolean;
            /**
             * @description True if the key of an uploaded certificate is installed.
             * @default false
             */
            readonly customSslKeyExists: boolean;
            /**
             * @description Follow the daylight saving rules of the time zone.
             * @default true
             */
            daylightsavings: boolean;
            /** @description Name of the PDU in mails, traps and on the screen. */
            deviceName?: string;
            /**
             * @description Time between two outlets that come up after the PDU lost power. Unit: s.
             * @default 3
             */
            deviceSequentialPowerUpDelay: number;
            /**
             * @description No sign-in with a key over SSH.
             * @default false
             */
            disableSshKeyLogin: boolean;
            /**
             * @description No sign-in with a password over SSH.
             * @default false
             */
            disableSshPassLogin: boolean;
            /**
             * @description Send all other audit records.
             * @default false
             */
            enableRemoteEventLogging: boolean;
            /**
             * @description Send over TLS, whatever syslogProtocol is.
             * @default false
             */
            enableRemoteTcpEncryptedLogging: boolean;
            /**
             * @description Send the audit records of sessions, users, roles and settings.
             * @default false
             */
            enableRemoteUserLogging: boolean;
            /**
             * @description What the hub of RACKFEED_HUB may do: nothing, read, or read and switch; without a hub it has no effect.
             * @default switch
             * @enum {string}
             */
            fleetAccess: 'none' | 'read' | 'switch';
            /**
             * @description Default gateway when the address is static.
             * @default
             */
            gatewayIp: string;
            /**
             * @description Time for which an outlet stays off during a reboot, unless it has a time of its own. Unit: s.
             * @default 5
             */
            globalRebootTime: number;
            /**
             * @description Name on the network; recorded, applied only through a host adapter.
             * @default rackfeed
             */
            hostName: string;
            /**
             * @description Source of the IP address.
             * @default dhcp
             * @enum {string}
             */
            ipAssign: 'dhcp' | 'static';
            /**
             * @description Background colour.
             * @default black
             */
            lcdBackgroundColor: string;
            /**
             * @description Brightness level.
             * @default 2
             */
            lcdBacklightBrightness: number;
            /**
             * @description Allow a factory reset at the display.
             * @default false
             */
            lcdFlushControlEnabled: boolean;
            /**
             * @description Allow the network to be configured at the display.
             * @default true
             */
            lcdNetworkControlEnabled: boolean;
            /**
             * @description Rotation of the picture. Unit: °.
             * @default 90
             * @enum {integer}
             */
            lcdOrientation: 0 | 90 | 180 | 270;
            /**
             * @description Allow outlets to be switched at the display.
             * @default true
             */
            lcdOutletControlEnabled: boolean;
            /**
             * @description Allow the controller to be restarted at the display.
             * @default false
             */
            lcdRebootControlEnabled: boolean;
            /**
             * @description Idle time before the screen saver; 0: never. Unit: s.
             * @default 60
             */
            lcdScreensaverTimeout: number;
            /**
             * @description Content of the screen saver.
             * @default power_info
             */
            lcdScreensaverType: string;
            /** @description Hardware address of the first network interface. */
            readonly macAddr?: string;
            /**
             * @description Networks whose clients may connect, as Modbus has no sign-in; empty: nobody, and the port stays closed.
             * @default
             */
            modbusAllowedNetworks: string;
            /**
             * @description Modbus TCP server; takes effect immediately.
             * @default false
             */
            modbusEnabled: boolean;
            /**
             * @description TCP port of Modbus; takes effect immediately.
             * @default 502
             */
            modbusPort: number;
            /**
             * @description Role whose rights readers have; what it may not view reads as unknown. 0: every measurement and outlet.
             * @default 0
             */
            modbusReadRoleId: number;
            /**
             * @description Clients may switch, without a password.
             * @default false
             */
            modbusWriteEnabled: boolean;
            /**
             * @description The allowed networks whose clients may switch; empty: nobody.
             * @default
             */
            modbusWriteNetworks: string;
            /**
             * @description Role whose rights clients have when they switch; 0: nobody switches.
             * @default 0
             */
            modbusWriteRoleId: number;
            /**
             * @description PEM of the only authority trusted for the broker; empty: the well-known ones.
             * @default
             */
            mqttCaCert: string;
            /**
             * @description PEM of the certificate with which the controller signs in to the broker.
             * @default
             */
            mqttClientCert: string;
            /**
             * @description Client id at the broker, which no other client may have; empty: rackfeed- and the serial number.
             * @default
             */
            mqttClientId: string;
            /**
             * Format: password
             * @description PEM of the private key of mqttClientCert.
             * @default
             */
            mqttClientKey: string;
            /**
             * @description Take commands from the broker.
             * @default false
             */
            mqttCommandsEnabled: boolean;
            /**
             * @description Readings that have changed by more than this are published at once. Unit: %.
             * @default 2
             */
            mqttDeadband: number;
            /**
             * @description Announce the PDU to Home Assistant.
             * @default false
             */
            mqttDiscoveryEnabled: boolean;
            /**
             * @description Beginning of the topics in which Home Assistant finds devices.
             * @default homeassistant
             */
            mqttDiscoveryPrefix: string;
            /**
             * @description Connection to the MQTT broker; takes effect immediately, as all settings of MQTT.
             * @default false
             */
            mqttEnabled: boolean;
            /**
             * @description MQTT broker.
             * @default
             */
            mqttHost: string;
            /**
             * @description Time without a message after which the connection is tested; the broker reports a silent controller as offline after one and a half of it. Unit: s.
             * @default 30
             */
            mqttKeepalive: number;
            /**
             * Format: password
             * @description Password at the broker.
             * @default
             */
            mqttPassword: string;
            /**
             * @description TCP port of the broker: usually 8883 with TLS, 1883 without.
             * @default 8883
             */
            mqttPort: number;
            /**
             * @description The readings of each object are published at least this often. Unit: s.
             * @default 10
             */
            mqttPublishInterval: number;
            /**
             * @description Refuse commands in JSON without the time at which they were sent, as they may have waited.
             * @default true
             */
            mqttRequireTime: boolean;
            /**
             * @description TLS 1.2 or later to the broker, whose certificate and name are checked.
             * @default true
             */
            mqttTls: boolean;
            /**
             * @description Beginning of all topics of this PDU; empty: rackfeed/ and the serial number.
             * @default
             */
            mqttTopicPrefix: string;
            /**
             * @description Id of the user whose rights MQTT has: what the user may view is published, and commands are those of the user. Empty: only the status is published.
             * @default
             */
            mqttUserId: string;
            /**
             * @description User name at the broker.
             * @default
             */
            mqttUsername: string;
            /**
             * @description Version of MQTT; auto: 5, and 3.1.1 if the broker refuses 5.
             * @default auto
             * @enum {string}
             */
            mqttVersion: 'auto' | '5' | '3.1.1';
            /**
             * @description Other PDUs that the pages lead to, a line for each: name = address.
             * @default
             */
            neighbours: string;
            /**
             * @description Time from NTP; recorded, applied only through a host adapter.
             * @default false
             */
            ntpEnabled: boolean;
            /**
             * @description NTP servers besides the first, with commas between them; applied only through a host adapter.
             * @default
             */
            ntpFallbackHosts: string;
            /**
             * @description NTP server.
             * @default pool.ntp.org
             */
            ntpHost: string;
            /**
             * @description Networks that may connect to the NUT server; empty: every network.
             * @default
             */
            nutAllowedNetworks: string;
            /**
             * @description Allow reading without a user, as upsc and upsmon of other vendors do.
             * @default true
             */
            nutAnonymousRead: boolean;
            /**
             * @description Role whose rights to read count for clients without a user; 0: every measurement and every outlet.
             * @default 0
             */
            nutAnonymousRoleId: number;
            /**
             * @description NUT server; takes effect immediately.
             * @default false
             */
            nutEnabled: boolean;
            /**
             * @description Allow administrators to set FSD, which makes every upsmon of this PDU shut its host down.
             * @default false
             */
            nutFsdAllowed: boolean;
            /**
             * @description Name of the PDU in the NUT protocol, as in pdu@host; its description is the name of the device.
             * @default pdu
             */
            nutName: string;
            /**
             * @description TCP port of the NUT server.
             * @default 3493
             */
            nutPort: number;
            /**
             * @description Accept user names and passwords after STARTTLS only.
             * @default false
             */
            nutRequireTls: boolean;
            /**
             * @description Speed of port A as serial line. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            portAComBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Use of accessory port A.
             * @default sensor
             * @enum {string}
             */
            portAMode: 'sensor' | 'com' | 'modem' | 'disabled';
            /**
             * @description Speed of port A with a modem. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            portAModemBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * Format: password
             * @description Signs the posts of actions: "whsec_" and the base64 of 24 to 64 bytes; empty: they are not signed.
             * @default
             */
            postSigningSecret: string;
            /**
             * @description First name server.
             * @default
             */
            primaryDns: string;
            /**
             * @description Rack that the PDU is in.
             * @default
             */
            rackName: string;
            /**
             * @description Row of that rack.
             * @default
             */
            rackRow: string;
            /**
             * @description Lowest unit of the rack that the PDU takes; 0: not known.
             * @default 0
             */
            rackUnit: number;
            /**
             * @description HTTP Basic for Redfish; unadvertised: accepted, but no response asks for it.
             * @default enabled
             * @enum {string}
             */
            redfishBasicAuth: 'enabled' | 'unadvertised' | 'disabled';
            /**
             * @description Over Redfish a password is changed only with the action that asks for the password of the caller.
             * @default false
             */
            redfishChangePasswordAction: boolean;
            /**
             * @description Redfish below /redfish, over HTTPS only; takes effect immediately.
             * @default false
             */
            redfishEnabled: boolean;
            /**
             * @description Role that is Operator in Redfish; made when Redfish is first switched on.
             * @default 0
             */
            redfishOperatorRoleId: number;
            /**
             * @description Role that is ReadOnly in Redfish; made when Redfish is first switched on.
             * @default 0
             */
            redfishReadOnlyRoleId: number;
            /**
             * @description Time between two tries to send an event of Redfish to a subscriber. Unit: s.
             * @default 30
             */
            redfishRetryInterval: number;
            /**
             * @description Second name server.
             * @default
             */
            secondaryDns: string;
            /**
             * @description Name on the network of the secondary interface.
             * @default
             */
            secondaryHostName: string;
            /**
             * @description Steps of the guided setup that are done or skipped; with the word finished the pages offer it no longer.
             * @default
             */
            setupSteps: string;
            /**
             * @description Sign in to the mail server with user name and password.
             * @default false
             */
            smtpAuthRequired: boolean;
            /**
             * @description PEM of the only authority trusted for the mail server; empty: the well-known ones.
             * @default
             */
            smtpCaCert: string;
            /**
             * @description Sender of mails.
             * @default
             */
            smtpFrom: string;
            /**
             * Format: password
             * @description Password at the mail server.
             * @default
             */
            smtpPassword: string;
            /**
             * @description TCP port of the mail server.
             * @default 587
             */
            smtpPort: number;
            /**
             * @description Encryption to the mail server: auto follows smtpTlsEnabled (on port 465 TLS from the start, else STARTTLS); tls is TLS from the start on any port. Signing in always uses TLS.
             * @default auto
             * @enum {string}
             */
            smtpSecurity: 'auto' | 'none' | 'starttls' | 'tls';
            /**
             * @description Mail server; empty: no mail is sent.
             * @default
             */
            smtpServer: string;
            /**
             * @description TLS to the mail server; false exactly when smtpSecurity is none, unless that is auto.
             * @default true
             */
            smtpTlsEnabled: boolean;
            /**
             * @description User name at the mail server.
             * @default
             */
            smtpUsername: string;
            /**
             * Format: password
             * @description Authentication passphrase of SNMPv3 traps.
             * @default
             */
            snmp3AuthPass: string;
            /**
             * Format: password
             * @description Privacy passphrase of SNMPv3 traps.
             * @default
             */
            snmp3PrivacyPass: string;
            /**
             * @description Authentication of SNMPv3 traps.
             * @default SHA
             * @enum {string}
             */
            snmp3TrapAuthProtocol: 'SHA' | 'MD5';
            /**
             * @description Encryption of SNMPv3 traps.
             * @default AES
             * @enum {string}
             */
            snmp3TrapPrivacyProtocol: 'AES' | 'DES';
            /**
             * @description Security level of SNMPv3 traps.
             * @default authPriv
             * @enum {string}
             */
            snmp3TrapSecurity: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
            /**
             * @description User name of SNMPv3 traps.
             * @default
             */
            snmp3TrapUser: string;
            /**
             * @description Networks that the SNMP agent answers, with commas between them; empty: all.
             * @default
             */
            snmpAllowedNetworks: string;
            /**
             * @description Serve the objects of NetBooter and of PowerNet-MIB too, for managers that know those.
             * @default true
             */
            snmpCompatMibs: boolean;
            /**
             * @description Person who is responsible for the PDU, as SNMP shows it (sysContact).
             * @default
             */
            snmpContact: string;
            /**
             * @description Family of products that the SNMP agent names as its own (sysObjectID), for managers that choose a template by it.
             * @default synlink
             * @enum {string}
             */
            snmpIdentity: 'synlink' | 'netbooter' | 'apc';
            /**
             * @description Actions send SNMP notifications as INFORM, which the receiver acknowledges, and send them again if it does not.
             * @default false
             */
            snmpInformEnabled: boolean;
            /**
             * @description Place of the PDU, as SNMP shows it (sysLocation).
             * @default
             */
            snmpLocation: string;
            /**
             * @description Security level below which an SNMPv3 user is refused.
             * @default authNoPriv
             * @enum {string}
             */
            snmpMinimumSecurity: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
            /**
             * @description UDP port of the SNMP agent.
             * @default 161
             */
            snmpPort: number;
            /**
             * @description Description that the SNMP agent shows (sysDescr); empty: product, version, model and driver.
             * @default
             */
            snmpSysDescr: string;
            /**
             * @description SNMP versions 1 and 2c.
             * @default false
             */
            snmpv12Enabled: boolean;
            /**
             * @description Role whose rights the community for reading has; 0: it may read everything.
             * @default 0
             */
            snmpv12ReadRoleId: number;
            /**
             * Format: password
             * @description Community string for reading; empty: no reading.
             * @default
             */
            snmpv12ReadString: string;
            /**
             * @description Role whose rights the community for writing has; 0: it may also switch all outlets and groups and change names.
             * @default 0
             */
            snmpv12WriteRoleId: number;
            /**
             * Format: password
             * @description Community string for writing; empty: no writing.
             * @default
             */
            snmpv12WriteString: string;
            /**
             * @description Networks from which SSH connections are accepted, as addresses or in CIDR notation; empty: all.
             * @default
             */
            sshAllowedNetworks: string;
            /**
             * @description Text that SSH clients show before the sign-in.
             * @default
             */
            sshBanner: string;
            /**
             * @description Command line over SSH; takes effect immediately.
             * @default false
             */
            sshEnabled: boolean;
            /**
             * @description A session without input ends after this time; 0: never. Unit: s.
             * @default 600
             */
            sshIdleTimeout: number;
            /**
             * @description TCP port of SSH; takes effect immediately.
             * @default 22
             */
            sshPort: number;
            /**
             * @description Prompt of the command line over SSH; empty: none.
             * @default SynLink>
             */
            sshPrompt: string;
            /**
             * @description Address when it is static.
             * @default
             */
            staticIp: string;
            /**
             * @description Subnet mask when the address is static.
             * @default
             */
            subnetMask: string;
            /**
             * @description PEM of the only authority trusted for the syslog server; empty: the well-known ones.
             * @default
             */
            syslogCaCert: string;
            /**
             * @description Transport of messages to the syslog server.
             * @default udp
             * @enum {string}
             */
            syslogProtocol: 'udp' | 'tcp' | 'tls';
            /**
             * @description Syslog server as host or host:port (514, with TLS 6514); empty: nothing is sent.
             * @default
             */
            syslogServerIp: string;
            /**
             * @description Price and carbon dioxide of energy, for reports; {} removes both.
             * @default {
             *       "currency": "",
             *       "rates": []
             *     }
             */
            tariff: {
              /** @description ISO 4217, such as EUR; empty without prices. */
              currency?: string;
              /** @description Price at all other times; needed for prices. */
              defaultPerKWh?: number;
              /** @description Carbon dioxide, g per kWh. */
              gramsCO2PerKWh?: number;
              /** @description Prices at some hours of the week, in the time zone of the device; they must not overlap. */
              rates?: {
                /** @description The days on which it begins, 0 = Sunday to 6 = Saturday. */
                days: number[];
                /** @description HH:MM. */
                from: string;
                name: string;
                perKWh: number;
                /** @description HH:MM, up to 24:00. Not after from: it ends on the next day. */
                to: string;
              }[];
            };
            /**
             * @description Command line over Telnet; only recorded, as Telnet carries passwords in the clear. Use SSH.
             * @default false
             */
            telnetEnabled: boolean;
            /**
             * @description Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.
             * @default UTC
             */
            timezone: string;
            /**
             * @description Speed of the USB port as serial line. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            usbComBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Allow firmware to be installed from a USB stick.
             * @default false
             */
            usbFwupdateControlEnabled: boolean;
            /**
             * @description Speed of the USB port with a modem. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            usbModemBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.
             * @default
             */
            webAllowedHosts: string;
            /**
             * @description HTTP Basic, for older clients.
             * @default false
             */
            webApiPasswordEnabled: boolean;
            /**
             * @description HTTP; only recorded, RACKFEED_HOST and RACKFEED_PORT apply.
             * @default true
             */
            webEnabled: boolean;
            /**
             * @description Make browsers use HTTPS only (HSTS), for up to a year and never beyond the validity of the certificate. No effect with a self-signed certificate.
             * @default false
             */
            webHstsEnabled: boolean;
            /**
             * @description A session without a request ends after this time; 0: never. Unit: s.
             * @default 1800
             */
            webIdleTimeout: number;
            /**
             * @description Largest number of users that are signed in at once; 0: no limit.
             * @default 0
             */
            webMaxUsers: number;
            /** @description TCP port of HTTP; only recorded, RACKFEED_PORT applies. */
            webPort?: number;
            /**
             * @description Redirect HTTP to HTTPS while HTTPS is available.
             * @default false
             */
            webRedirectHttp: boolean;
            /**
             * @description HTTPS; takes effect immediately.
             * @default false
             */
            webSslEnabled: boolean;
            /**
             * @description TCP port of HTTPS; takes effect immediately.
             * @default 443
             */
            webSslPort: number;
          };
        };
      };
    };
  };
  settingsChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Largest number of runs of an action for one event within a minute.
           * @default 10
           */
          actionsPerMinute?: number;
          /** @description Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware. */
          allowLocalTargets?: boolean;
          /**
           * @description Number or mark of the PDU in your inventory.
           * @default
           */
          assetTag?: string;
          /**
           * @description Time between two pings of a target, rounded up to the poll cycle. Unit: ms.
           * @default 1000
           */
          autopingInterval?: number;
          /**
           * @description A ping without an answer within this time has failed. Unit: ms.
           * @default 1000
           */
          autopingTimeout?: number;
          /**
           * @description Share of every rating that a continuous load may use; 0: as the model has it. Unit: %.
           * @default 0
           */
          capacityDerating?: number;
          /**
           * @description Use the uploaded certificate for HTTPS.
           * @default false
           */
          customSslCertEnabled?: boolean;
          /**
           * @description True if an uploaded certificate is installed.
           * @default false
           */
          readonly customSslCertExists?: boolean;
          /**
           * @description True if the key of an uploaded certificate is installed.
           * @default false
           */
          readonly customSslKeyExists?: boolean;
          /**
           * @description Follow the daylight saving rules of the time zone.
           * @default true
           */
          daylightsavings?: boolean;
          /** @description Name of the PDU in mails, traps and on the screen. */
          deviceName?: string;
          /**
           * @description Time between two outlets that come up after the PDU lost power. Unit: s.
           * @default 3
           */
          deviceSequentialPowerUpDelay?: number;
          /**
           * @description No sign-in with a key over SSH.
           * @default false
           */
          disableSshKeyLogin?: boolean;
          /**
           * @description No sign-in with a password over SSH.
           * @default false
           */
          disableSshPassLogin?: boolean;
          /**
           * @description Send all other audit records.
           * @default false
           */
          enableRemoteEventLogging?: boolean;
          /**
           * @description Send over TLS, whatever syslogProtocol is.
           * @default false
           */
          enableRemoteTcpEncryptedLogging?: boolean;
          /**
           * @description Send the audit records of sessions, users, roles and settings.
           * @default false
           */
          enableRemoteUserLogging?: boolean;
          /**
           * @description What the hub of RACKFEED_HUB may do: nothing, read, or read and switch; without a hub it has no effect.
           * @default switch
           * @enum {string}
           */
          fleetAccess?: 'none' | 'read' | 'switch';
          /**
           * @description Default gateway when the address is static.
           * @default
           */
          gatewayIp?: string;
          /**
           * @description Time for which an outlet stays off during a reboot, unless it has a time of its own. Unit: s.
           * @default 5
           */
          globalRebootTime?: number;
          /**
           * @description Name on the network; recorded, applied only through a host adapter.
           * @default rackfeed
           */
          hostName?: string;
          /**
           * @description Source of the IP address.
           * @default dhcp
           * @enum {string}
           */
          ipAssign?: 'dhcp' | 'static';
          /**
           * @description Background colour.
           * @default black
           */
          lcdBackgroundColor?: string;
          /**
           * @description Brightness level.
           * @default 2
           */
          lcdBacklightBrightness?: number;
          /**
           * @description Allow a factory reset at the display.
           * @default false
           */
          lcdFlushControlEnabled?: boolean;
          /**
           * @description Allow the network to be configured at the display.
           * @default true
           */
          lcdNetworkControlEnabled?: boolean;
          /**
           * @description Rotation of the picture. Unit: °.
           * @default 90
           * @enum {integer}
           */
          lcdOrientation?: 0 | 90 | 180 | 270;
          /**
           * @description Allow outlets to be switched at the display.
           * @default true
           */
          lcdOutletControlEnabled?: boolean;
          /**
           * @description Allow the controller to be restarted at the display.
           * @default false
           */
          lcdRebootControlEnabled?: boolean;
          /**
           * @description Idle time before the screen saver; 0: never. Unit: s.
           * @default 60
           */
          lcdScreensaverTimeout?: number;
          /**
           * @description Content of the screen saver.
           * @default power_info
           */
          lcdScreensaverType?: string;
          /** @description Hardware address of the first network interface. */
          readonly macAddr?: string;
          /**
           * @description Networks whose clients may connect, as Modbus has no sign-in; empty: nobody, and the port stays closed.
           * @default
           */
          modbusAllowedNetworks?: string;
          /**
           * @description Modbus TCP server; takes effect immediately.
           * @default false
           */
          modbusEnabled?: boolean;
          /**
           * @description TCP port of Modbus; takes effect immediately.
           * @default 502
           */
          modbusPort?: number;
          /**
           * @description Role whose rights readers have; what it may not view reads as unknown. 0: every measurement and outlet.
           * @default 0
           */
          modbusReadRoleId?: number;
          /**
           * @description Clients may switch, without a password.
           * @default false
           */
          modbusWriteEnabled?: boolean;
          /**
           * @description The allowed networks whose clients may switch; empty: nobody.
           * @default
           */
          modbusWriteNetworks?: string;
          /**
           * @description Role whose rights clients have when they switch; 0: nobody switches.
           * @default 0
           */
          modbusWriteRoleId?: number;
          /**
           * @description PEM of the only authority trusted for the broker; empty: the well-known ones.
           * @default
           */
          mqttCaCert?: string;
          /**
           * @description PEM of the certificate with which the controller signs in to the broker.
           * @default
           */
          mqttClientCert?: string;
          /**
           * @description Client id at the broker, which no other client may have; empty: rackfeed- and the serial number.
           * @default
           */
          mqttClientId?: string;
          /**
           * Format: password
           * @description PEM of the private key of mqttClientCert.
           * @default
           */
          mqttClientKey?: string;
          /**
           * @description Take commands from the broker.
           * @default false
           */
          mqttCommandsEnabled?: boolean;
          /**
           * @description Readings that have changed by more than this are published at once. Unit: %.
           * @default 2
           */
          mqttDeadband?: number;
          /**
           * @description Announce the PDU to Home Assistant.
           * @default false
           */
          mqttDiscoveryEnabled?: boolean;
          /**
           * @description Beginning of the topics in which Home Assistant finds devices.
           * @default homeassistant
           */
          mqttDiscoveryPrefix?: string;
          /**
           * @description Connection to the MQTT broker; takes effect immediately, as all settings of MQTT.
           * @default false
           */
          mqttEnabled?: boolean;
          /**
           * @description MQTT broker.
           * @default
           */
          mqttHost?: string;
          /**
           * @description Time without a message after which the connection is tested; the broker reports a silent controller as offline after one and a half of it. Unit: s.
           * @default 30
           */
          mqttKeepalive?: number;
          /**
           * Format: password
           * @description Password at the broker.
           * @default
           */
          mqttPassword?: string;
          /**
           * @description TCP port of the broker: usually 8883 with TLS, 1883 without.
           * @default 8883
           */
          mqttPort?: number;
          /**
           * @description The readings of each object are published at least this often. Unit: s.
           * @default 10
           */
          mqttPublishInterval?: number;
          /**
           * @description Refuse commands in JSON without the time at which they were sent, as they may have waited.
           * @default true
           */
          mqttRequireTime?: boolean;
          /**
           * @description TLS 1.2 or later to the broker, whose certificate and name are checked.
           * @default true
           */
          mqttTls?: boolean;
          /**
           * @description Beginning of all topics of this PDU; empty: rackfeed/ and the serial number.
           * @default
           */
          mqttTopicPrefix?: string;
          /**
           * @description Id of the user whose rights MQTT has: what the user may view is published, and commands are those of the user. Empty: only the status is published.
           * @default
           */
          mqttUserId?: string;
          /**
           * @description User name at the broker.
           * @default
           */
          mqttUsername?: string;
          /**
           * @description Version of MQTT; auto: 5, and 3.1.1 if the broker refuses 5.
           * @default auto
           * @enum {string}
           */
          mqttVersion?: 'auto' | '5' | '3.1.1';
          /**
           * @description Other PDUs that the pages lead to, a line for each: name = address.
           * @default
           */
          neighbours?: string;
          /**
           * @description Time from NTP; recorded, applied only through a host adapter.
           * @default false
           */
          ntpEnabled?: boolean;
          /**
           * @description NTP servers besides the first, with commas between them; applied only through a host adapter.
           * @default
           */
          ntpFallbackHosts?: string;
          /**
           * @description NTP server.
           * @default pool.ntp.org
           */
          ntpHost?: string;
          /**
           * @description Networks that may connect to the NUT server; empty: every network.
           * @default
           */
          nutAllowedNetworks?: string;
          /**
           * @description Allow reading without a user, as upsc and upsmon of other vendors do.
           * @default true
           */
          nutAnonymousRead?: boolean;
          /**
           * @description Role whose rights to read count for clients without a user; 0: every measurement and every outlet.
           * @default 0
           */
          nutAnonymousRoleId?: number;
          /**
           * @description NUT server; takes effect immediately.
           * @default false
           */
          nutEnabled?: boolean;
          /**
           * @description Allow administrators to set FSD, which makes every upsmon of this PDU shut its host down.
           * @default false
           */
          nutFsdAllowed?: boolean;
          /**
           * @description Name of the PDU in the NUT protocol, as in pdu@host; its description is the name of the device.
           * @default pdu
           */
          nutName?: string;
          /**
           * @description TCP port of the NUT server.
           * @default 3493
           */
          nutPort?: number;
          /**
           * @description Accept user names and passwords after STARTTLS only.
           * @default false
           */
          nutRequireTls?: boolean;
          /**
           * @description Speed of port A as serial line. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          portAComBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Use of accessory port A.
           * @default sensor
           * @enum {string}
           */
          portAMode?: 'sensor' | 'com' | 'modem' | 'disabled';
          /**
           * @description Speed of port A with a modem. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          portAModemBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * Format: password
           * @description Signs the posts of actions: "whsec_" and the base64 of 24 to 64 bytes; empty: they are not signed.
           * @default
           */
          postSigningSecret?: string;
          /**
           * @description First name server.
           * @default
           */
          primaryDns?: string;
          /**
           * @description Rack that the PDU is in.
           * @default
           */
          rackName?: string;
          /**
           * @description Row of that rack.
           * @default
           */
          rackRow?: string;
          /**
           * @description Lowest unit of the rack that the PDU takes; 0: not known.
           * @default 0
           */
          rackUnit?: number;
          /**
           * @description HTTP Basic for Redfish; unadvertised: accepted, but no response asks for it.
           * @default enabled
           * @enum {string}
           */
          redfishBasicAuth?: 'enabled' | 'unadvertised' | 'disabled';
          /**
           * @description Over Redfish a password is changed only with the action that asks for the password of the caller.
           * @default false
           */
          redfishChangePasswordAction?: boolean;
          /**
           * @description Redfish below /redfish, over HTTPS only; takes effect immediately.
           * @default false
           */
          redfishEnabled?: boolean;
          /**
           * @description Role that is Operator in Redfish; made when Redfish is first switched on.
           * @default 0
           */
          redfishOperatorRoleId?: number;
          /**
           * @description Role that is ReadOnly in Redfish; made when Redfish is first switched on.
           * @default 0
           */
          redfishReadOnlyRoleId?: number;
          /**
           * @description Time between two tries to send an event of Redfish to a subscriber. Unit: s.
           * @default 30
           */
          redfishRetryInterval?: number;
          /**
           * @description Second name server.
           * @default
           */
          secondaryDns?: string;
          /**
           * @description Name on the network of the secondary interface.
           * @default
           */
          secondaryHostName?: string;
          /**
           * @description Steps of the guided setup that are done or skipped; with the word finished the pages offer it no longer.
           * @default
           */
          setupSteps?: string;
          /**
           * @description Sign in to the mail server with user name and password.
           * @default false
           */
          smtpAuthRequired?: boolean;
          /**
           * @description PEM of the only authority trusted for the mail server; empty: the well-known ones.
           * @default
           */
          smtpCaCert?: string;
          /**
           * @description Sender of mails.
           * @default
           */
          smtpFrom?: string;
          /**
           * Format: password
           * @description Password at the mail server.
           * @default
           */
          smtpPassword?: string;
          /**
           * @description TCP port of the mail server.
           * @default 587
           */
          smtpPort?: number;
          /**
           * @description Encryption to the mail server: auto follows smtpTlsEnabled (on port 465 TLS from the start, else STARTTLS); tls is TLS from the start on any port. Signing in always uses TLS.
           * @default auto
           * @enum {string}
           */
          smtpSecurity?: 'auto' | 'none' | 'starttls' | 'tls';
          /**
           * @description Mail server; empty: no mail is sent.
           * @default
           */
          smtpServer?: string;
          /**
           * @description TLS to the mail server; false exactly when smtpSecurity is none, unless that is auto.
           * @default true
           */
          smtpTlsEnabled?: boolean;
          /**
           * @description User name at the mail server.
           * @default
           */
          smtpUsername?: string;
          /**
           * Format: password
           * @description Authentication passphrase of SNMPv3 traps.
           * @default
           */
          snmp3AuthPass?: string;
          /**
           * Format: password
           * @description Privacy passphrase of SNMPv3 traps.
           * @default
           */
          snmp3PrivacyPass?: string;
          /**
           * @description Authentication of SNMPv3 traps.
           * @default SHA
           * @enum {string}
           */
          snmp3TrapAuthProtocol?: 'SHA' | 'MD5';
          /**
           * @description Encryption of SNMPv3 traps.
           * @default AES
           * @enum {string}
           */
          snmp3TrapPrivacyProtocol?: 'AES' | 'DES';
          /**
           * @description Security level of SNMPv3 traps.
           * @default authPriv
           * @enum {string}
           */
          snmp3TrapSecurity?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
          /**
           * @description User name of SNMPv3 traps.
           * @default
           */
          snmp3TrapUser?: string;
          /**
           * @description Networks that the SNMP agent answers, with commas between them; empty: all.
           * @default
           */
          snmpAllowedNetworks?: string;
          /**
           * @description Serve the objects of NetBooter and of PowerNet-MIB too, for managers that know those.
           * @default true
           */
          snmpCompatMibs?: boolean;
          /**
           * @description Person who is responsible for the PDU, as SNMP shows it (sysContact).
           * @default
           */
          snmpContact?: string;
          /**
           * @description Family of products that the SNMP agent names as its own (sysObjectID), for managers that choose a template by it.
           * @default synlink
           * @enum {string}
           */
          snmpIdentity?: 'synlink' | 'netbooter' | 'apc';
          /**
           * @description Actions send SNMP notifications as INFORM, which the receiver acknowledges, and send them again if it does not.
           * @default false
           */
          snmpInformEnabled?: boolean;
          /**
           * @description Place of the PDU, as SNMP shows it (sysLocation).
           * @default
           */
          snmpLocation?: string;
          /**
           * @description Security level below which an SNMPv3 user is refused.
           * @default authNoPriv
           * @enum {string}
           */
          snmpMinimumSecurity?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
          /**
           * @description UDP port of the SNMP agent.
           * @default 161
           */
          snmpPort?: number;
          /**
           * @description Description that the SNMP agent shows (sysDescr); empty: product, version, model and driver.
           * @default
           */
          snmpSysDescr?: string;
          /**
           * @description SNMP versions 1 and 2c.
           * @default false
           */
          snmpv12Enabled?: boolean;
          /**
           * @description Role whose rights the community for reading has; 0: it may read everything.
           * @default 0
           */
          snmpv12ReadRoleId?: number;
          /**
           * Format: password
           * @description Community string for reading; empty: no reading.
           * @default
           */
          snmpv12ReadString?: string;
          /**
           * @description Role whose rights the community for writing has; 0: it may also switch all outlets and groups and change names.
           * @default 0
           */
          snmpv12WriteRoleId?: number;
          /**
           * Format: password
           * @description Community string for writing; empty: no writing.
           * @default
           */
          snmpv12WriteString?: string;
          /**
           * @description Networks from which SSH connections are accepted, as addresses or in CIDR notation; empty: all.
           * @default
           */
          sshAllowedNetworks?: string;
          /**
           * @description Text that SSH clients show before the sign-in.
           * @default
           */
          sshBanner?: string;
          /**
           * @description Command line over SSH; takes effect immediately.
           * @default false
           */
          sshEnabled?: boolean;
          /**
           * @description A session without input ends after this time; 0: never. Unit: s.
           * @default 600
           */
          sshIdleTimeout?: number;
          /**
           * @description TCP port of SSH; takes effect immediately.
           * @default 22
           */
          sshPort?: number;
          /**
           * @description Prompt of the command line over SSH; empty: none.
           * @default SynLink>
           */
          sshPrompt?: string;
          /**
           * @description Address when it is static.
           * @default
           */
          staticIp?: string;
          /**
           * @description Subnet mask when the address is static.
           * @default
           */
          subnetMask?: string;
          /**
           * @description PEM of the only authority trusted for the syslog server; empty: the well-known ones.
           * @default
           */
          syslogCaCert?: string;
          /**
           * @description Transport of messages to the syslog server.
           * @default udp
           * @enum {string}
           */
          syslogProtocol?: 'udp' | 'tcp' | 'tls';
          /**
           * @description Syslog server as host or host:port (514, with TLS 6514); empty: nothing is sent.
           * @default
           */
          syslogServerIp?: string;
          /**
           * @description Price and carbon dioxide of energy, for reports; {} removes both.
           * @default {
           *       "currency": "",
           *       "rates": []
           *     }
           */
          tariff?: {
            /** @description ISO 4217, such as EUR; empty without prices. */
            currency?: string;
            /** @description Price at all other times; needed for prices. */
            defaultPerKWh?: number;
            /** @description Carbon dioxide, g per kWh. */
            gramsCO2PerKWh?: number;
            /** @description Prices at some hours of the week, in the time zone of the device; they must not overlap. */
            rates?: {
              /** @description The days on which it begins, 0 = Sunday to 6 = Saturday. */
              days: number[];
              /** @description HH:MM. */
              from: string;
              name: string;
              perKWh: number;
              /** @description HH:MM, up to 24:00. Not after from: it ends on the next day. */
              to: string;
            }[];
          };
          /**
           * @description Command line over Telnet; only recorded, as Telnet carries passwords in the clear. Use SSH.
           * @default false
           */
          telnetEnabled?: boolean;
          /**
           * @description Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.
           * @default UTC
           */
          timezone?: string;
          /**
           * @description Speed of the USB port as serial line. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          usbComBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Allow firmware to be installed from a USB stick.
           * @default false
           */
          usbFwupdateControlEnabled?: boolean;
          /**
           * @description Speed of the USB port with a modem. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          usbModemBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.
           * @default
           */
          webAllowedHosts?: string;
          /**
           * @description HTTP Basic, for older clients.
           * @default false
           */
          webApiPasswordEnabled?: boolean;
          /**
           * @description HTTP; only recorded, RACKFEED_HOST and RACKFEED_PORT apply.
           * @default true
           */
          webEnabled?: boolean;
          /**
           * @description Make browsers use HTTPS only (HSTS), for up to a year and never beyond the validity of the certificate. No effect with a self-signed certificate.
           * @default false
           */
          webHstsEnabled?: boolean;
          /**
           * @description A session without a request ends after this time; 0: never. Unit: s.
           * @default 1800
           */
          webIdleTimeout?: number;
          /**
           * @description Largest number of users that are signed in at once; 0: no limit.
           * @default 0
           */
          webMaxUsers?: number;
          /** @description TCP port of HTTP; only recorded, RACKFEED_PORT applies. */
          webPort?: number;
          /**
           * @description Redirect HTTP to HTTPS while HTTPS is available.
           * @default false
           */
          webRedirectHttp?: boolean;
          /**
           * @description HTTPS; takes effect immediately.
           * @default false
           */
          webSslEnabled?: boolean;
          /**
           * @description TCP port of HTTPS; takes effect immediately.
           * @default 443
           */
          webSslPort?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Largest number of runs of an action for one event within a minute.
             * @default 10
             */
            actionsPerMinute: number;
            /** @description Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware. */
            allowLocalTargets?: boolean;
            /**
             * @description Number or mark of the PDU in your inventory.
             * @default
             */
            assetTag: string;
            /**
             * @description Time between two pings of a target, rounded up to the poll cycle. Unit: ms.
             * @default 1000
             */
            autopingInterval: number;
            /**
             * @description A ping without an answer within this time has failed. Unit: ms.
             * @default 1000
             */
            autopingTimeout: number;
            /**
             * @description Share of every rating that a continuous load may use; 0: as the model has it. Unit: %.
             * @default 0
             */
            capacityDerating: number;
            /**
             * @description Use the uploaded certificate for HTTPS.
             * @default false
             */
            customSslCertEnabled: boolean;
            /**
             * @description True if an uploaded certificate is installed.
             * @default false
             */
            readonly customSslCertExists: boolean;
            /**
             * @description True if the key of an uploaded certificate is installed.
             * @default false
             */
            readonly customSslKeyExists: boolean;
            /**
             * @description Follow the daylight saving rules of the time zone.
             * @default true
             */
            daylightsavings: boolean;
            /** @description Name of the PDU in mails, traps and on the screen. */
            deviceName?: string;
            /**
             * @description Time between two outlets that come up after the PDU lost power. Unit: s.
             * @default 3
             */
            deviceSequentialPowerUpDelay: number;
            /**
             * @description No sign-in with a key over SSH.
             * @default false
             */
            disableSshKeyLogin: boolean;
            /**
             * @description No sign-in with a password over SSH.
             * @default false
             */
            disableSshPassLogin: boolean;
            /**
             * @description Send all other audit records.
             * @default false
             */
            enableRemoteEventLogging: boolean;
            /**
             * @description Send over TLS, whatever syslogProtocol is.
             * @default false
             */
            enableRemoteTcpEncryptedLogging: boolean;
            /**
             * @description Send the audit records of sessions, users, roles and settings.
             * @default false
             */
            enableRemoteUserLogging: boolean;
            /**
             * @description What the hub of RACKFEED_HUB may do: nothing, read, or read and switch; without a hub it has no effect.
             * @default switch
             * @enum {string}
             */
            fleetAccess: 'none' | 'read' | 'switch';
            /**
             * @description Default gateway when the address is static.
             * @default
             */
            gatewayIp: string;
            /**
             * @description Time for which an outlet stays off during a reboot, unless it has a time of its own. Unit: s.
             * @default 5
             */
            globalRebootTime: number;
            /**
             * @description Name on the network; recorded, applied only through a host adapter.
             * @default rackfeed
             */
            hostName: string;
            /**
             * @description Source of the IP address.
             * @default dhcp
             * @enum {string}
             */
            ipAssign: 'dhcp' | 'static';
            /**
             * @description Background colour.
             * @default black
             */
            lcdBackgroundColor: string;
            /**
             * @description Brightness level.
             * @default 2
             */
            lcdBacklightBrightness: number;
            /**
             * @description Allow a factory reset at the display.
             * @default false
             */
            lcdFlushControlEnabled: boolean;
            /**
             * @description Allow the network to be configured at the display.
             * @default true
             */
            lcdNetworkControlEnabled: boolean;
            /**
             * @description Rotation of the picture. Unit: °.
             * @default 90
             * @enum {integer}
             */
            lcdOrientation: 0 | 90 | 180 | 270;
            /**
             * @description Allow outlets to be switched at the display.
             * @default true
             */
            lcdOutletControlEnabled: boolean;
            /**
             * @description Allow the controller to be restarted at the display.
             * @default false
             */
            lcdRebootControlEnabled: boolean;
            /**
             * @description Idle time before the screen saver; 0: never. Unit: s.
             * @default 60
             */
            lcdScreensaverTimeout: number;
            /**
             * @description Content of the screen saver.
             * @default power_info
             */
            lcdScreensaverType: string;
            /** @description Hardware address of the first network interface. */
            readonly macAddr?: string;
            /**
             * @description Networks whose clients may connect, as Modbus has no sign-in; empty: nobody, and the port stays closed.
             * @default
             */
            modbusAllowedNetworks: string;
            /**
             * @description Modbus TCP server; takes effect immediately.
             * @default false
             */
            modbusEnabled: boolean;
            /**
             * @description TCP port of Modbus; takes effect immediately.
             * @default 502
             */
            modbusPort: number;
            /**
             * @description Role whose rights readers have; what it may not view reads as unknown. 0: every measurement and outlet.
             * @default 0
             */
            modbusReadRoleId: number;
            /**
             * @description Clients may switch, without a password.
             * @default false
             */
            modbusWriteEnabled: boolean;
            /**
             * @description The allowed networks whose clients may switch; empty: nobody.
             * @default
             */
            modbusWriteNetworks: string;
            /**
             * @description Role whose rights clients have when they switch; 0: nobody switches.
             * @default 0
             */
            modbusWriteRoleId: number;
            /**
             * @description PEM of the only authority trusted for the broker; empty: the well-known ones.
             * @default
             */
            mqttCaCert: string;
            /**
             * @description PEM of the certificate with which the controller signs in to the broker.
             * @default
             */
            mqttClientCert: string;
            /**
             * @description Client id at the broker, which no other client may have; empty: rackfeed- and the serial number.
             * @default
             */
            mqttClientId: string;
            /**
             * Format: password
             * @description PEM of the private key of mqttClientCert.
             * @default
             */
            mqttClientKey: string;
            /**
             * @description Take commands from the broker.
             * @default false
             */
            mqttCommandsEnabled: boolean;
            /**
             * @description Readings that have changed by more than this are published at once. Unit: %.
             * @default 2
             */
            mqttDeadband: number;
            /**
             * @description Announce the PDU to Home Assistant.
             * @default false
             */
            mqttDiscoveryEnabled: boolean;
            /**
             * @description Beginning of the topics in which Home Assistant finds devices.
             * @default homeassistant
             */
            mqttDiscoveryPrefix: string;
            /**
             * @description Connection to the MQTT broker; takes effect immediately, as all settings of MQTT.
             * @default false
             */
            mqttEnabled: boolean;
            /**
             * @description MQTT broker.
             * @default
             */
            mqttHost: string;
            /**
             * @description Time without a message after which the connection is tested; the broker reports a silent controller as offline after one and a half of it. Unit: s.
             * @default 30
             */
            mqttKeepalive: number;
            /**
             * Format: password
             * @description Password at the broker.
             * @default
             */
            mqttPassword: string;
            /**
             * @description TCP port of the broker: usually 8883 with TLS, 1883 without.
             * @default 8883
             */
            mqttPort: number;
            /**
             * @description The readings of each object are published at least this often. Unit: s.
             * @default 10
             */
            mqttPublishInterval: number;
            /**
             * @description Refuse commands in JSON without the time at which they were sent, as they may have waited.
             * @default true
             */
            mqttRequireTime: boolean;
            /**
             * @description TLS 1.2 or later to the broker, whose certificate and name are checked.
             * @default true
             */
            mqttTls: boolean;
            /**
             * @description Beginning of all topics of this PDU; empty: rackfeed/ and the serial number.
             * @default
             */
            mqttTopicPrefix: string;
            /**
             * @description Id of the user whose rights MQTT has: what the user may view is published, and commands are those of the user. Empty: only the status is published.
             * @default
             */
            mqttUserId: string;
            /**
             * @description User name at the broker.
             * @default
             */
            mqttUsername: string;
            /**
             * @description Version of MQTT; auto: 5, and 3.1.1 if the broker refuses 5.
             * @default auto
             * @enum {string}
             */
            mqttVersion: 'auto' | '5' | '3.1.1';
            /**
             * @description Other PDUs that the pages lead to, a line for each: name = address.
             * @default
             */
            neighbours: string;
            /**
             * @description Time from NTP; recorded, applied only through a host adapter.
             * @default false
             */
            ntpEnabled: boolean;
            /**
             * @description NTP servers besides the first, with commas between them; applied only through a host adapter.
             * @default
             */
            ntpFallbackHosts: string;
            /**
             * @description NTP server.
             * @default pool.ntp.org
             */
            ntpHost: string;
            /**
             * @description Networks that may connect to the NUT server; empty: every network.
             * @default
             */
            nutAllowedNetworks: string;
            /**
             * @description Allow reading without a user, as upsc and upsmon of other vendors do.
             * @default true
             */
            nutAnonymousRead: boolean;
            /**
             * @description Role whose rights to read count for clients without a user; 0: every measurement and every outlet.
             * @default 0
             */
            nutAnonymousRoleId: number;
            /**
             * @description NUT server; takes effect immediately.
             * @default false
             */
            nutEnabled: boolean;
            /**
             * @description Allow administrators to set FSD, which makes every upsmon of this PDU shut its host down.
             * @default false
             */
            nutFsdAllowed: boolean;
            /**
             * @description Name of the PDU in the NUT protocol, as in pdu@host; its description is the name of the device.
             * @default pdu
             */
            nutName: string;
            /**
             * @description TCP port of the NUT server.
             * @default 3493
             */
            nutPort: number;
            /**
             * @description Accept user names and passwords after STARTTLS only.
             * @default false
             */
            nutRequireTls: boolean;
            /**
             * @description Speed of port A as serial line. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            portAComBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Use of accessory port A.
             * @default sensor
             * @enum {string}
             */
            portAMode: 'sensor' | 'com' | 'modem' | 'disabled';
            /**
             * @description Speed of port A with a modem. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            portAModemBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * Format: password
             * @description Signs the posts of actions: "whsec_" and the base64 of 24 to 64 bytes; empty: they are not signed.
             * @default
             */
            postSigningSecret: string;
            /**
             * @description First name server.
             * @default
             */
            primaryDns: string;
            /**
             * @description Rack that the PDU is in.
             * @default
             */
            rackName: string;
            /**
             * @description Row of that rack.
             * @default
             */
            rackRow: string;
            /**
             * @description Lowest unit of the rack that the PDU takes; 0: not known.
             * @default 0
             */
            rackUnit: number;
            /**
             * @description HTTP Basic for Redfish; unadvertised: accepted, but no response asks for it.
             * @default enabled
             * @enum {string}
             */
            redfishBasicAuth: 'enabled' | 'unadvertised' | 'disabled';
            /**
             * @description Over Redfish a password is changed only with the action that asks for the password of the caller.
             * @default false
             */
            redfishChangePasswordAction: boolean;
            /**
             * @description Redfish below /redfish, over HTTPS only; takes effect immediately.
             * @default false
             */
            redfishEnabled: boolean;
            /**
             * @description Role that is Operator in Redfish; made when Redfish is first switched on.
             * @default 0
             */
            redfishOperatorRoleId: number;
            /**
             * @description Role that is ReadOnly in Redfish; made when Redfish is first switched on.
             * @default 0
             */
            redfishReadOnlyRoleId: number;
            /**
             * @description Time between two tries to send an event of Redfish to a subscriber. Unit: s.
             * @default 30
             */
            redfishRetryInterval: number;
            /**
             * @description Second name server.
             * @default
             */
            secondaryDns: string;
            /**
             * @description Name on the network of the secondary interface.
             * @default
             */
            secondaryHostName: string;
            /**
             * @description Steps of the guided setup that are done or skipped; with the word finished the pages offer it no longer.
             * @default
             */
            setupSteps: string;
            /**
             * @description Sign in to the mail server with user name and password.
             * @default false
             */
            smtpAuthRequired: boolean;
            /**
             * @description PEM of the only authority trusted for the mail server; empty: the well-known ones.
             * @default
             */
            smtpCaCert: string;
            /**
             * @description Sender of mails.
             * @default
             */
            smtpFrom: string;
            /**
             * Format: password
             * @description Password at the mail server.
             * @default
             */
            smtpPassword: string;
            /**
             * @description TCP port of the mail server.
             * @default 587
             */
            smtpPort: number;
            /**
             * @description Encryption to the mail server: auto follows smtpTlsEnabled (on port 465 TLS from the start, else STARTTLS); tls is TLS from the start on any port. Signing in always uses TLS.
             * @default auto
             * @enum {string}
             */
            smtpSecurity: 'auto' | 'none' | 'starttls' | 'tls';
            /**
             * @description Mail server; empty: no mail is sent.
             * @default
             */
            smtpServer: string;
            /**
             * @description TLS to the mail server; false exactly when smtpSecurity is none, unless that is auto.
             * @default true
             */
            smtpTlsEnabled: boolean;
            /**
             * @description User name at the mail server.
             * @default
             */
            smtpUsername: string;
            /**
             * Format: password
             * @description Authentication passphrase of SNMPv3 traps.
             * @default
             */
            snmp3AuthPass: string;
            /**
             * Format: password
             * @description Privacy passphrase of SNMPv3 traps.
             * @default
             */
            snmp3PrivacyPass: string;
            /**
             * @description Authentication of SNMPv3 traps.
             * @default SHA
             * @enum {string}
             */
            snmp3TrapAuthProtocol: 'SHA' | 'MD5';
            /**
             * @description Encryption of SNMPv3 traps.
             * @default AES
             * @enum {string}
             */
            snmp3TrapPrivacyProtocol: 'AES' | 'DES';
            /**
             * @description Security level of SNMPv3 traps.
             * @default authPriv
             * @enum {string}
             */
            snmp3TrapSecurity: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
            /**
             * @description User name of SNMPv3 traps.
             * @default
             */
            snmp3TrapUser: string;
            /**
             * @description Networks that the SNMP agent answers, with commas between them; empty: all.
             * @default
             */
            snmpAllowedNetworks: string;
            /**
             * @description Serve the objects of NetBooter and of PowerNet-MIB too, for managers that know those.
             * @default true
             */
            snmpCompatMibs: boolean;
            /**
             * @description Person who is responsible for the PDU, as SNMP shows it (sysContact).
             * @default
             */
            snmpContact: string;
            /**
             * @description Family of products that the SNMP agent names as its own (sysObjectID), for managers that choose a template by it.
             * @default synlink
             * @enum {string}
             */
            snmpIdentity: 'synlink' | 'netbooter' | 'apc';
            /**
             * @description Actions send SNMP notifications as INFORM, which the receiver acknowledges, and send them again if it does not.
             * @default false
             */
            snmpInformEnabled: boolean;
            /**
             * @description Place of the PDU, as SNMP shows it (sysLocation).
             * @default
             */
            snmpLocation: string;
            /**
             * @description Security level below which an SNMPv3 user is refused.
             * @default authNoPriv
             * @enum {string}
             */
            snmpMinimumSecurity: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
            /**
             * @description UDP port of the SNMP agent.
             * @default 161
             */
            snmpPort: number;
            /**
             * @description Description that the SNMP agent shows (sysDescr); empty: product, version, model and driver.
             * @default
             */
            snmpSysDescr: string;
            /**
             * @description SNMP versions 1 and 2c.
             * @default false
             */
            snmpv12Enabled: boolean;
            /**
             * @description Role whose rights the community for reading has; 0: it may read everything.
             * @default 0
             */
            snmpv12ReadRoleId: number;
            /**
             * Format: password
             * @description Community string for reading; empty: no reading.
             * @default
             */
            snmpv12ReadString: string;
            /**
             * @description Role whose rights the community for writing has; 0: it may also switch all outlets and groups and change names.
             * @default 0
             */
            snmpv12WriteRoleId: number;
            /**
             * Format: password
             * @description Community string for writing; empty: no writing.
             * @default
             */
            snmpv12WriteString: string;
            /**
             * @description Networks from which SSH connections are accepted, as addresses or in CIDR notation; empty: all.
             * @default
             */
            sshAllowedNetworks: string;
            /**
             * @description Text that SSH clients show before the sign-in.
             * @default
             */
            sshBanner: string;
            /**
             * @description Command line over SSH; takes effect immediately.
             * @default false
             */
            sshEnabled: boolean;
            /**
             * @description A session without input ends after this time; 0: never. Unit: s.
             * @default 600
             */
            sshIdleTimeout: number;
            /**
             * @description TCP port of SSH; takes effect immediately.
             * @default 22
             */
            sshPort: number;
            /**
             * @description Prompt of the command line over SSH; empty: none.
             * @default SynLink>
             */
            sshPrompt: string;
            /**
             * @description Address when it is static.
             * @default
             */
            staticIp: string;
            /**
             * @description Subnet mask when the address is static.
             * @default
             */
            subnetMask: string;
            /**
             * @description PEM of the only authority trusted for the syslog server; empty: the well-known ones.
             * @default
             */
            syslogCaCert: string;
            /**
             * @description Transport of messages to the syslog server.
             * @default udp
             * @enum {string}
             */
            syslogProtocol: 'udp' | 'tcp' | 'tls';
            /**
             * @description Syslog server as host or host:port (514, with TLS 6514); empty: nothing is sent.
             * @default
             */
            syslogServerIp: string;
            /**
             * @description Price and carbon dioxide of energy, for reports; {} removes both.
             * @default {
             *       "currency": "",
             *       "rates": []
             *     }
             */
            tariff: {
              /** @description ISO 4217, such as EUR; empty without prices. */
              currency?: string;
              /** @description Price at all other times; needed for prices. */
              defaultPerKWh?: number;
              /** @description Carbon dioxide, g per kWh. */
              gramsCO2PerKWh?: number;
              /** @description Prices at some hours of the week, in the time zone of the device; they must not overlap. */
              rates?: {
                /** @description The days on which it begins, 0 = Sunday to 6 = Saturday. */
                days: number[];
                /** @description HH:MM. */
                from: string;
                name: string;
                perKWh: number;
                /** @description HH:MM, up to 24:00. Not after from: it ends on the next day. */
                to: string;
              }[];
            };
            /**
             * @description Command line over Telnet; only recorded, as Telnet carries passwords in the clear. Use SSH.
             * @default false
             */
            telnetEnabled: boolean;
            /**
             * @description Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.
             * @default UTC
             */
            timezone: string;
            /**
             * @description Speed of the USB port as serial line. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            usbComBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Allow firmware to be installed from a USB stick.
             * @default false
             */
            usbFwupdateControlEnabled: boolean;
            /**
             * @description Speed of the USB port with a modem. Unit: baud.
             * @default 115200
             * @enum {integer}
             */
            usbModemBaud: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
            /**
             * @description Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.
             * @default
             */
            webAllowedHosts: string;
            /**
             * @description HTTP Basic, for older clients.
             * @default false
             */
            webApiPasswordEnabled: boolean;
            /**
             * @description HTTP; only recorded, RACKFEED_HOST and RACKFEED_PORT apply.
             * @default true
             */
            webEnabled: boolean;
            /**
             * @description Make browsers use HTTPS only (HSTS), for up to a year and never beyond the validity of the certificate. No effect with a self-signed certificate.
             * @default false
             */
            webHstsEnabled: boolean;
            /**
             * @description A session without a request ends after this time; 0: never. Unit: s.
             * @default 1800
             */
            webIdleTimeout: number;
            /**
             * @description Largest number of users that are signed in at once; 0: no limit.
             * @default 0
             */
            webMaxUsers: number;
            /** @description TCP port of HTTP; only recorded, RACKFEED_PORT applies. */
            webPort?: number;
            /**
             * @description Redirect HTTP to HTTPS while HTTPS is available.
             * @default false
             */
            webRedirectHttp: boolean;
            /**
             * @description HTTPS; takes effect immediately.
             * @default false
             */
            webSslEnabled: boolean;
            /**
             * @description TCP port of HTTPS; takes effect immediately.
             * @default 443
             */
            webSslPort: number;
          };
        };
      };
    };
  };
  settingsCatalogue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingInfoView'][];
        };
      };
    };
  };
  configDocumentApply: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfigDocument'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigPlan'];
        };
      };
    };
  };
  configDocumentExport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigDocument'];
        };
      };
    };
  };
  configDocumentExportAll: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FullExportDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigDocument'];
        };
      };
    };
  };
  configDocumentPlan: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfigDocument'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigPlan'];
        };
      };
    };
  };
  deviceRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceView'];
        };
      };
    };
  };
  docsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  docsFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example swagger-ui.css */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
    };
  };
  energyList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnergyView'][];
        };
      };
    };
  };
  energyReportRead: {
    parameters: {
      query: {
        /** @description The rows: `outlet`, `group`, `bank`, `inlet`, or the values of a label, as `label:tenant`. */
        by: string;
        /** @description Comes before the header Accept. */
        format?: 'json' | 'csv' | 'html';
        /**
         * @description A day such as 2026-03-01 begins at midnight of the device; also ISO 8601, seconds since 1970, or how long ago: -90s,
         *     -15m, -24h, -30d. The begin of the month by default.
         */
        from?: string;
        /** @description The language of the page to print; comes before the header Accept-Language. */
        language?: 'en' | 'de';
        /** @description The length of the periods. */
        step?: 'day' | 'week' | 'month' | 'total';
        /** @description Like `from`; not included. Now by default, and at the latest. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnergyReportView'];
          'text/csv': string;
          'text/html': string;
        };
      };
    };
  };
  energyReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetObjectsDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnergyResetView'];
        };
      };
    };
  };
  eventCodesList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventCodeView'][];
        };
      };
    };
  };
  eventsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'][];
        };
      };
    };
  };
  eventsCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEventDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'];
        };
      };
    };
  };
  eventsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'];
        };
      };
    };
  };
  eventsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateEventDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'];
        };
      };
    };
  };
  eventsReplace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEventDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'];
        };
      };
    };
  };
  eventsRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  eventsExplain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExplanationView'];
        };
      };
    };
  };
  eventsFirings: {
    parameters: {
      query?: {
        /** @description Only occurrences older than this id. */
        before?: number;
        limit?: number;
      };
      header?: never;
      path: {
        /** @example 3 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventOccurrencePageView'];
        };
      };
    };
  };
  backtestRun: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BacktestDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BacktestOccurrenceView'][];
        };
      };
    };
  };
  eventsSuggested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestedEventView'][];
        };
      };
    };
  };
  eventsCreateSuggested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSuggestedDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'][];
        };
      };
    };
  };
  fleetLinkRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FleetLinkView'];
        };
      };
    };
  };
  groupsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupView'][];
        };
      };
    };
  };
  groupsCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateGroupDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupView'];
        };
      };
    };
  };
  groupsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupView'];
        };
      };
    };
  };
  groupsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        groupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateGroupDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedGroupView'];
        };
      };
    };
  };
  groupsRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  historyRead: {
    parameters: {
      query: {
        /** @description Comes before the header Accept. */
        format?: 'json' | 'csv';
        /** @description ISO 8601, seconds since 1970, or how long ago: -90s, -15m, -24h, -30d. A day before `to` by default. */
        from?: string;
        measure:
          | 'current'
          | 'voltage'
          | 'frequency'
          | 'activePower'
          | 'reactivePower'
          | 'apparentPower'
          | 'powerFactor'
          | 'energy'
          | 'temperature'
          | 'humidity';
        /** @description Id of an inlet, line, bank, outlet or sensor. */
        object: string;
        /** @description Largest number of steps, if `step` is not given. */
        points?: number;
        /** @description Seconds; by default what suits `points`. */
        step?: number;
        /** @description ISO 8601, seconds since 1970, or how long ago: -90s, -15m, -24h, -30d. Now by default; not included. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryView'];
          'text/csv': string;
        };
      };
    };
  };
  historyExtremes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ObjectExtremesView'][];
        };
      };
    };
  };
  historyResetExtremes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetObjectsDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExtremesResetView'];
        };
      };
    };
  };
  historyObjects: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryObjectsView'];
        };
      };
    };
  };
  historyRecent: {
    parameters: {
      query: {
        kind: 'inlet' | 'line' | 'bank' | 'outlet' | 'sensor';
        measure:
          | 'current'
          | 'voltage'
          | 'frequency'
          | 'activePower'
          | 'reactivePower'
          | 'apparentPower'
          | 'powerFactor'
          | 'energy'
          | 'temperature'
          | 'humidity';
        /** @description Length of the time span that ends now, s. */
        span?: number;
        /** @description Length of a step, s. */
        step?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecentHistoryView'];
        };
      };
    };
  };
  inletsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InletView'][];
        };
      };
    };
  };
  inletsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example I1-1000036 */
        inletId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InletView'];
        };
      };
    };
  };
  inletsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example I1-1000036 */
        inletId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateInletDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InletView'];
        };
      };
    };
  };
  logPage: {
    parameters: {
      query?: {
        /** @description Only entries newer than this id. */
        after?: number;
        /** @description Only entries older than this id. */
        before?: number;
        /** @description Comes before the header Accept. */
        format?: 'json' | 'csv';
        /** @description ISO 8601 or seconds since 1970. */
        from?: number | string;
        /** @description A kind, or a prefix such as "outlet." for all of them. */
        kind?: string;
        limit?: number;
        /** @description For example outlet:1-1200578, outlet:1 (its index), bank:1200578 or user:2. */
        object?: string;
        /** @description ok, or the code of an error. */
        result?: string;
        /** @description ISO 8601 or seconds since 1970. */
        to?: number | string;
        /** @description A user name, or the name of another cause. */
        who?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogPageView'];
          'text/csv': string;
        };
      };
    };
  };
  loginSignIn2: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SignInDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  loginSignOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  mqttRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MqttView'];
        };
      };
    };
  };
  mqttTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Largest number of runs of an action for one event within a minute.
           * @default 10
           */
          actionsPerMinute?: number;
          /** @description Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware. */
          allowLocalTargets?: boolean;
          /**
           * @description Number or mark of the PDU in your inventory.
           * @default
           */
          assetTag?: string;
          /**
           * @description Time between two pings of a target, rounded up to the poll cycle. Unit: ms.
           * @default 1000
           */
          autopingInterval?: number;
          /**
           * @description A ping without an answer within this time has failed. Unit: ms.
           * @default 1000
           */
          autopingTimeout?: number;
          /**
           * @description Share of every rating that a continuous load may use; 0: as the model has it. Unit: %.
           * @default 0
           */
          capacityDerating?: number;
          /**
           * @description Use the uploaded certificate for HTTPS.
           * @default false
           */
          customSslCertEnabled?: boolean;
          /**
           * @description True if an uploaded certificate is installed.
           * @default false
           */
          readonly customSslCertExists?: boolean;
          /**
           * @description True if the key of an uploaded certificate is installed.
           * @default false
           */
          readonly customSslKeyExists?: boolean;
          /**
           * @description Follow the daylight saving rules of the time zone.
           * @default true
           */
          daylightsavings?: boolean;
          /** @description Name of the PDU in mails, traps and on the screen. */
          deviceName?: string;
          /**
           * @description Time between two outlets that come up after the PDU lost power. Unit: s.
           * @default 3
           */
          deviceSequentialPowerUpDelay?: number;
          /**
           * @description No sign-in with a key over SSH.
           * @default false
           */
          disableSshKeyLogin?: boolean;
          /**
           * @description No sign-in with a password over SSH.
           * @default false
           */
          disableSshPassLogin?: boolean;
          /**
           * @description Send all other audit records.
           * @default false
           */
          enableRemoteEventLogging?: boolean;
          /**
           * @description Send over TLS, whatever syslogProtocol is.
           * @default false
           */
          enableRemoteTcpEncryptedLogging?: boolean;
          /**
           * @description Send the audit records of sessions, users, roles and settings.
           * @default false
           */
          enableRemoteUserLogging?: boolean;
          /**
           * @description What the hub of RACKFEED_HUB may do: nothing, read, or read and switch; without a hub it has no effect.
           * @default switch
           * @enum {string}
           */
          fleetAccess?: 'none' | 'read' | 'switch';
          /**
           * @description Default gateway when the address is static.
           * @default
           */
          gatewayIp?: string;
          /**
           * @description Time for which an outlet stays off during a reboot, unless it has a time of its own. Unit: s.
           * @default 5
           */
          globalRebootTime?: number;
          /**
           * @description Name on the network; recorded, applied only through a host adapter.
           * @default rackfeed
           */
          hostName?: string;
          /**
           * @description Source of the IP address.
           * @default dhcp
           * @enum {string}
           */
          ipAssign?: 'dhcp' | 'static';
          /**
           * @description Background colour.
           * @default black
           */
          lcdBackgroundColor?: string;
          /**
           * @description Brightness level.
           * @default 2
           */
          lcdBacklightBrightness?: number;
          /**
           * @description Allow a factory reset at the display.
           * @default false
           */
          lcdFlushControlEnabled?: boolean;
          /**
           * @description Allow the network to be configured at the display.
           * @default true
           */
          lcdNetworkControlEnabled?: boolean;
          /**
           * @description Rotation of the picture. Unit: °.
           * @default 90
           * @enum {integer}
           */
          lcdOrientation?: 0 | 90 | 180 | 270;
          /**
           * @description Allow outlets to be switched at the display.
           * @default true
           */
          lcdOutletControlEnabled?: boolean;
          /**
           * @description Allow the controller to be restarted at the display.
           * @default false
           */
          lcdRebootControlEnabled?: boolean;
          /**
           * @description Idle time before the screen saver; 0: never. Unit: s.
           * @default 60
           */
          lcdScreensaverTimeout?: number;
          /**
           * @description Content of the screen saver.
           * @default power_info
           */
          lcdScreensaverType?: string;
          /** @description Hardware address of the first network interface. */
          readonly macAddr?: string;
          /**
           * @description Networks whose clients may connect, as Modbus has no sign-in; empty: nobody, and the port stays closed.
           * @default
           */
          modbusAllowedNetworks?: string;
          /**
           * @description Modbus TCP server; takes effect immediately.
           * @default false
           */
          modbusEnabled?: boolean;
          /**
           * @description TCP port of Modbus; takes effect immediately.
           * @default 502
           */
          modbusPort?: number;
          /**
           * @description Role whose rights readers have; what it may not view reads as unknown. 0: every measurement and outlet.
           * @default 0
           */
          modbusReadRoleId?: number;
          /**
           * @description Clients may switch, without a password.
           * @default false
           */
          modbusWriteEnabled?: boolean;
          /**
           * @description The allowed networks whose clients may switch; empty: nobody.
           * @default
           */
          modbusWriteNetworks?: string;
          /**
           * @description Role whose rights clients have when they switch; 0: nobody switches.
           * @default 0
           */
          modbusWriteRoleId?: number;
          /**
           * @description PEM of the only authority trusted for the broker; empty: the well-known ones.
           * @default
           */
          mqttCaCert?: string;
          /**
           * @description PEM of the certificate with which the controller signs in to the broker.
           * @default
           */
          mqttClientCert?: string;
          /**
           * @description Client id at the broker, which no other client may have; empty: rackfeed- and the serial number.
           * @default
           */
          mqttClientId?: string;
          /**
           * Format: password
           * @description PEM of the private key of mqttClientCert.
           * @default
           */
          mqttClientKey?: string;
          /**
           * @description Take commands from the broker.
           * @default false
           */
          mqttCommandsEnabled?: boolean;
          /**
           * @description Readings that have changed by more than this are published at once. Unit: %.
           * @default 2
           */
          mqttDeadband?: number;
          /**
           * @description Announce the PDU to Home Assistant.
           * @default false
           */
          mqttDiscoveryEnabled?: boolean;
          /**
           * @description Beginning of the topics in which Home Assistant finds devices.
           * @default homeassistant
           */
          mqttDiscoveryPrefix?: string;
          /**
           * @description Connection to the MQTT broker; takes effect immediately, as all settings of MQTT.
           * @default false
           */
          mqttEnabled?: boolean;
          /**
           * @description MQTT broker.
           * @default
           */
          mqttHost?: string;
          /**
           * @description Time without a message after which the connection is tested; the broker reports a silent controller as offline after one and a half of it. Unit: s.
           * @default 30
           */
          mqttKeepalive?: number;
          /**
           * Format: password
           * @description Password at the broker.
           * @default
           */
          mqttPassword?: string;
          /**
           * @description TCP port of the broker: usually 8883 with TLS, 1883 without.
           * @default 8883
           */
          mqttPort?: number;
          /**
           * @description The readings of each object are published at least this often. Unit: s.
           * @default 10
           */
          mqttPublishInterval?: number;
          /**
           * @description Refuse commands in JSON without the time at which they were sent, as they may have waited.
           * @default true
           */
          mqttRequireTime?: boolean;
          /**
           * @description TLS 1.2 or later to the broker, whose certificate and name are checked.
           * @default true
           */
          mqttTls?: boolean;
          /**
           * @description Beginning of all topics of this PDU; empty: rackfeed/ and the serial number.
           * @default
           */
          mqttTopicPrefix?: string;
          /**
           * @description Id of the user whose rights MQTT has: what the user may view is published, and commands are those of the user. Empty: only the status is published.
           * @default
           */
          mqttUserId?: string;
          /**
           * @description User name at the broker.
           * @default
           */
          mqttUsername?: string;
          /**
           * @description Version of MQTT; auto: 5, and 3.1.1 if the broker refuses 5.
           * @default auto
           * @enum {string}
           */
          mqttVersion?: 'auto' | '5' | '3.1.1';
          /**
           * @description Other PDUs that the pages lead to, a line for each: name = address.
           * @default
           */
          neighbours?: string;
          /**
           * @description Time from NTP; recorded, applied only through a host adapter.
           * @default false
           */
          ntpEnabled?: boolean;
          /**
           * @description NTP servers besides the first, with commas between them; applied only through a host adapter.
           * @default
           */
          ntpFallbackHosts?: string;
          /**
           * @description NTP server.
           * @default pool.ntp.org
           */
          ntpHost?: string;
          /**
           * @description Networks that may connect to the NUT server; empty: every network.
           * @default
           */
          nutAllowedNetworks?: string;
          /**
           * @description Allow reading without a user, as upsc and upsmon of other vendors do.
           * @default true
           */
          nutAnonymousRead?: boolean;
          /**
           * @description Role whose rights to read count for clients without a user; 0: every measurement and every outlet.
           * @default 0
           */
          nutAnonymousRoleId?: number;
          /**
           * @description NUT server; takes effect immediately.
           * @default false
           */
          nutEnabled?: boolean;
          /**
           * @description Allow administrators to set FSD, which makes every upsmon of this PDU shut its host down.
           * @default false
           */
          nutFsdAllowed?: boolean;
          /**
           * @description Name of the PDU in the NUT protocol, as in pdu@host; its description is the name of the device.
           * @default pdu
           */
          nutName?: string;
          /**
           * @description TCP port of the NUT server.
           * @default 3493
           */
          nutPort?: number;
          /**
           * @description Accept user names and passwords after STARTTLS only.
           * @default false
           */
          nutRequireTls?: boolean;
          /**
           * @description Speed of port A as serial line. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          portAComBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Use of accessory port A.
           * @default sensor
           * @enum {string}
           */
          portAMode?: 'sensor' | 'com' | 'modem' | 'disabled';
          /**
           * @description Speed of port A with a modem. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          portAModemBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * Format: password
           * @description Signs the posts of actions: "whsec_" and the base64 of 24 to 64 bytes; empty: they are not signed.
           * @default
           */
          postSigningSecret?: string;
          /**
           * @description First name server.
           * @default
           */
          primaryDns?: string;
          /**
           * @description Rack that the PDU is in.
           * @default
           */
          rackName?: string;
          /**
           * @description Row of that rack.
           * @default
           */
          rackRow?: string;
          /**
           * @description Lowest unit of the rack that the PDU takes; 0: not known.
           * @default 0
           */
          rackUnit?: number;
          /**
           * @description HTTP Basic for Redfish; unadvertised: accepted, but no response asks for it.
           * @default enabled
           * @enum {string}
           */
          redfishBasicAuth?: 'enabled' | 'unadvertised' | 'disabled';
          /**
           * @description Over Redfish a password is changed only with the action that asks for the password of the caller.
           * @default false
           */
          redfishChangePasswordAction?: boolean;
          /**
           * @description Redfish below /redfish, over HTTPS only; takes effect immediately.
           * @default false
           */
          redfishEnabled?: boolean;
          /**
           * @description Role that is Operator in Redfish; made when Redfish is first switched on.
           * @default 0
           */
          redfishOperatorRoleId?: number;
          /**
           * @description Role that is ReadOnly in Redfish; made when Redfish is first switched on.
           * @default 0
           */
          redfishReadOnlyRoleId?: number;
          /**
           * @description Time between two tries to send an event of Redfish to a subscriber. Unit: s.
           * @default 30
           */
          redfishRetryInterval?: number;
          /**
           * @description Second name server.
           * @default
           */
          secondaryDns?: string;
          /**
           * @description Name on the network of the secondary interface.
           * @default
           */
          secondaryHostName?: string;
          /**
           * @description Steps of the guided setup that are done or skipped; with the word finished the pages offer it no longer.
           * @default
           */
          setupSteps?: string;
          /**
           * @description Sign in to the mail server with user name and password.
           * @default false
           */
          smtpAuthRequired?: boolean;
          /**
           * @description PEM of the only authority trusted for the mail server; empty: the well-known ones.
           * @default
           */
          smtpCaCert?: string;
          /**
           * @description Sender of mails.
           * @default
           */
          smtpFrom?: string;
          /**
           * Format: password
           * @description Password at the mail server.
           * @default
           */
          smtpPassword?: string;
          /**
           * @description TCP port of the mail server.
           * @default 587
           */
          smtpPort?: number;
          /**
           * @description Encryption to the mail server: auto follows smtpTlsEnabled (on port 465 TLS from the start, else STARTTLS); tls is TLS from the start on any port. Signing in always uses TLS.
           * @default auto
           * @enum {string}
           */
          smtpSecurity?: 'auto' | 'none' | 'starttls' | 'tls';
          /**
           * @description Mail server; empty: no mail is sent.
           * @default
           */
          smtpServer?: string;
          /**
           * @description TLS to the mail server; false exactly when smtpSecurity is none, unless that is auto.
           * @default true
           */
          smtpTlsEnabled?: boolean;
          /**
           * @description User name at the mail server.
           * @default
           */
          smtpUsername?: string;
          /**
           * Format: password
           * @description Authentication passphrase of SNMPv3 traps.
           * @default
           */
          snmp3AuthPass?: string;
          /**
           * Format: password
           * @description Privacy passphrase of SNMPv3 traps.
           * @default
           */
          snmp3PrivacyPass?: string;
          /**
           * @description Authentication of SNMPv3 traps.
           * @default SHA
           * @enum {string}
           */
          snmp3TrapAuthProtocol?: 'SHA' | 'MD5';
          /**
           * @description Encryption of SNMPv3 traps.
           * @default AES
           * @enum {string}
           */
          snmp3TrapPrivacyProtocol?: 'AES' | 'DES';
          /**
           * @description Security level of SNMPv3 traps.
           * @default authPriv
           * @enum {string}
           */
          snmp3TrapSecurity?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
          /**
           * @description User name of SNMPv3 traps.
           * @default
           */
          snmp3TrapUser?: string;
          /**
           * @description Networks that the SNMP agent answers, with commas between them; empty: all.
           * @default
           */
          snmpAllowedNetworks?: string;
          /**
           * @description Serve the objects of NetBooter and of PowerNet-MIB too, for managers that know those.
           * @default true
           */
          snmpCompatMibs?: boolean;
          /**
           * @description Person who is responsible for the PDU, as SNMP shows it (sysContact).
           * @default
           */
          snmpContact?: string;
          /**
           * @description Family of products that the SNMP agent names as its own (sysObjectID), for managers that choose a template by it.
           * @default synlink
           * @enum {string}
           */
          snmpIdentity?: 'synlink' | 'netbooter' | 'apc';
          /**
           * @description Actions send SNMP notifications as INFORM, which the receiver acknowledges, and send them again if it does not.
           * @default false
           */
          snmpInformEnabled?: boolean;
          /**
           * @description Place of the PDU, as SNMP shows it (sysLocation).
           * @default
           */
          snmpLocation?: string;
          /**
           * @description Security level below which an SNMPv3 user is refused.
           * @default authNoPriv
           * @enum {string}
           */
          snmpMinimumSecurity?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';
          /**
           * @description UDP port of the SNMP agent.
           * @default 161
           */
          snmpPort?: number;
          /**
           * @description Description that the SNMP agent shows (sysDescr); empty: product, version, model and driver.
           * @default
           */
          snmpSysDescr?: string;
          /**
           * @description SNMP versions 1 and 2c.
           * @default false
           */
          snmpv12Enabled?: boolean;
          /**
           * @description Role whose rights the community for reading has; 0: it may read everything.
           * @default 0
           */
          snmpv12ReadRoleId?: number;
          /**
           * Format: password
           * @description Community string for reading; empty: no reading.
           * @default
           */
          snmpv12ReadString?: string;
          /**
           * @description Role whose rights the community for writing has; 0: it may also switch all outlets and groups and change names.
           * @default 0
           */
          snmpv12WriteRoleId?: number;
          /**
           * Format: password
           * @description Community string for writing; empty: no writing.
           * @default
           */
          snmpv12WriteString?: string;
          /**
           * @description Networks from which SSH connections are accepted, as addresses or in CIDR notation; empty: all.
           * @default
           */
          sshAllowedNetworks?: string;
          /**
           * @description Text that SSH clients show before the sign-in.
           * @default
           */
          sshBanner?: string;
          /**
           * @description Command line over SSH; takes effect immediately.
           * @default false
           */
          sshEnabled?: boolean;
          /**
           * @description A session without input ends after this time; 0: never. Unit: s.
           * @default 600
           */
          sshIdleTimeout?: number;
          /**
           * @description TCP port of SSH; takes effect immediately.
           * @default 22
           */
          sshPort?: number;
          /**
           * @description Prompt of the command line over SSH; empty: none.
           * @default SynLink>
           */
          sshPrompt?: string;
          /**
           * @description Address when it is static.
           * @default
           */
          staticIp?: string;
          /**
           * @description Subnet mask when the address is static.
           * @default
           */
          subnetMask?: string;
          /**
           * @description PEM of the only authority trusted for the syslog server; empty: the well-known ones.
           * @default
           */
          syslogCaCert?: string;
          /**
           * @description Transport of messages to the syslog server.
           * @default udp
           * @enum {string}
           */
          syslogProtocol?: 'udp' | 'tcp' | 'tls';
          /**
           * @description Syslog server as host or host:port (514, with TLS 6514); empty: nothing is sent.
           * @default
           */
          syslogServerIp?: string;
          /**
           * @description Price and carbon dioxide of energy, for reports; {} removes both.
           * @default {
           *       "currency": "",
           *       "rates": []
           *     }
           */
          tariff?: {
            /** @description ISO 4217, such as EUR; empty without prices. */
            currency?: string;
            /** @description Price at all other times; needed for prices. */
            defaultPerKWh?: number;
            /** @description Carbon dioxide, g per kWh. */
            gramsCO2PerKWh?: number;
            /** @description Prices at some hours of the week, in the time zone of the device; they must not overlap. */
            rates?: {
              /** @description The days on which it begins, 0 = Sunday to 6 = Saturday. */
              days: number[];
              /** @description HH:MM. */
              from: string;
              name: string;
              perKWh: number;
              /** @description HH:MM, up to 24:00. Not after from: it ends on the next day. */
              to: string;
            }[];
          };
          /**
           * @description Command line over Telnet; only recorded, as Telnet carries passwords in the clear. Use SSH.
           * @default false
           */
          telnetEnabled?: boolean;
          /**
           * @description Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.
           * @default UTC
           */
          timezone?: string;
          /**
           * @description Speed of the USB port as serial line. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          usbComBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Allow firmware to be installed from a USB stick.
           * @default false
           */
          usbFwupdateControlEnabled?: boolean;
          /**
           * @description Speed of the USB port with a modem. Unit: baud.
           * @default 115200
           * @enum {integer}
           */
          usbModemBaud?: 300 | 1200 | 2400 | 4800 | 9600 | 19200 | 38400 | 57600 | 115200 | 230400 | 460800 | 921600;
          /**
           * @description Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.
           * @default
           */
          webAllowedHosts?: string;
          /**
           * @description HTTP Basic, for older clients.
           * @default false
           */
          webApiPasswordEnabled?: boolean;
          /**
           * @description HTTP; only recorded, RACKFEED_HOST and RACKFEED_PORT apply.
           * @default true
           */
          webEnabled?: boolean;
          /**
           * @description Make browsers use HTTPS only (HSTS), for up to a year and never beyond the validity of the certificate. No effect with a self-signed certificate.
           * @default false
           */
          webHstsEnabled?: boolean;
          /**
           * @description A session without a request ends after this time; 0: never. Unit: s.
           * @default 1800
           */
          webIdleTimeout?: number;
          /**
           * @description Largest number of users that are signed in at once; 0: no limit.
           * @default 0
           */
          webMaxUsers?: number;
          /** @description TCP port of HTTP; only recorded, RACKFEED_PORT applies. */
          webPort?: number;
          /**
           * @description Redirect HTTP to HTTPS while HTTPS is available.
           * @default false
           */
          webRedirectHttp?: boolean;
          /**
           * @description HTTPS; takes effect immediately.
           * @default false
           */
          webSslEnabled?: boolean;
          /**
           * @description TCP port of HTTPS; takes effect immediately.
           * @default 443
           */
          webSslPort?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MqttTestView'];
        };
      };
    };
  };
  nutRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForcedShutdownView'];
        };
      };
    };
  };
  nutClear: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForcedShutdownView'];
        };
      };
    };
  };
  openApiRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI 3 document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  outletsList: {
    parameters: {
      query?: {
        /** @description Only outlets with this label: `tenant:blue`, or `tenant` for any value. Given several times, with all of them. */
        label?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutletView'][];
        };
      };
    };
  };
  outletsSwitchMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SwitchOutletsDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SwitchedOutletsView'];
        };
      };
    };
  };
  outletsImportMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportOutletDto'][];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutletView'][];
        };
      };
    };
  };
  outletsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1-1200578 */
        outletId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutletView'];
        };
      };
    };
  };
  outletsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1-1200578 */
        outletId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateOutletDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedOutletView'];
        };
      };
    };
  };
  outletWhyExplain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1-1200578 */
        outletId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutletWhyView'];
        };
      };
    };
  };
  redfishRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RedfishView'];
        };
      };
    };
  };
  redfishTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RedfishTestView'];
        };
      };
    };
  };
  relayOutputsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example R1-1000036 */
        relayOutputId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RelayOutputView'];
        };
      };
    };
  };
  relayOutputsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example R1-1000036 */
        relayOutputId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRelayOutputDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRelayOutputView'];
        };
      };
    };
  };
  relayOutputsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RelayOutputView'][];
        };
      };
    };
  };
  relayOutputsRead2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example R1-1000036 */
        relayOutputId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RelayOutputView'];
        };
      };
    };
  };
  relayOutputsUpdate2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example R1-1000036 */
        relayOutputId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRelayOutputDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRelayOutputView'];
        };
      };
    };
  };
  rolesList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleView'][];
        };
      };
    };
  };
  rolesCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRoleDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleView'];
        };
      };
    };
  };
  rolesRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        roleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleView'];
        };
      };
    };
  };
  rolesUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        roleId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRoleDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleView'];
        };
      };
    };
  };
  rolesRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        roleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleView'];
        };
      };
    };
  };
  sensorsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SensorView'][];
        };
      };
    };
  };
  sensorsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example SA-1000036 */
        sensorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SensorView'];
        };
      };
    };
  };
  sensorsPut: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example SA-1000036 */
        sensorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSensorDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SensorView'];
        };
      };
    };
  };
  sensorsUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example SA-1000036 */
        sensorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSensorDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SensorView'];
        };
      };
    };
  };
  simulatorTwin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimulatorView'];
        };
      };
    };
  };
  simulatorChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimulatorView'];
        };
      };
    };
  };
  simulatorPowerCycle: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimulatorView'];
        };
      };
    };
  };
  eventStreamRead: {
    parameters: {
      query?: {
        /** @description The parts that are sent, separated by commas: device, inlets, banks, outlets, sensors, relayOutputs; without them all. */
        parts?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events without an end. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  certificateRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateView'];
        };
      };
    };
  };
  certificateUpload: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UploadCertificateDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateView'];
        };
      };
    };
  };
  certificateRemove: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateView'];
        };
      };
    };
  };
  certificateRenew: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateView'];
        };
      };
    };
  };
  certificateRequest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSigningRequestDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningRequestView'];
        };
      };
    };
  };
  certificateRemoveRequest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty body. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  configResetReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigResetView'];
        };
      };
    };
  };
  diagnosticsRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  firmwareRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FirmwareView'];
        };
      };
    };
  };
  firmwareUpload: {
    parameters: {
      query?: {
        allowDowngrade?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          allowDowngrade?: boolean;
          /** Format: binary */
          filename: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FirmwareInstalledView'];
        };
      };
    };
  };
  healthDetails: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthDetailsView'];
        };
      };
    };
  };
  protocolsRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProtocolServerView'][];
        };
      };
    };
  };
  rebootReboot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RebootView'];
        };
      };
    };
  };
  sshRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SshView'];
        };
      };
    };
  };
  syslogRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyslogStateView'];
        };
      };
    };
  };
  syslogTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyslogTestView'];
        };
      };
    };
  };
  timelinePage: {
    parameters: {
      query?: {
        /** @description The nextCursor of the page before. */
        cursor?: number;
        /** @description ISO 8601 or seconds since 1970. */
        from?: number | string;
        /** @description Kinds, separated by commas; "outlet." stands for all that begin so. */
        kinds?: string;
        limit?: number;
        /** @description For example outlet:1-1200578, outlet:1 (its index), bank:1200578 or user:2; without one, or with "device", everything. */
        object?: string;
        /** @description ISO 8601 or seconds since 1970. */
        to?: number | string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TimelineView'];
        };
      };
    };
  };
  undoUndo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UndoDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UndoneView'];
        };
      };
    };
  };
  ownUserRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnUserView'];
        };
      };
    };
  };
  ownUserChangePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePasswordDto'];
      };
    };
    responses: {
      /** @description Empty body. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  sessionsList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'][];
        };
      };
    };
  };
  sessionsEndOthers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  sessionsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 13ef261ffb5be3400fa1714e */
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'];
        };
      };
    };
  };
  sessionsEnd: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 13ef261ffb5be3400fa1714e */
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  usersList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'][];
        };
      };
    };
  };
  usersCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUserDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  usersRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  usersUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUserDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  usersRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty body. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  usersDisable: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  usersEnable: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  usersChangePassword: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePasswordDto'];
      };
    };
    responses: {
      /** @description Empty body. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  usersResetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetPasswordDto'];
      };
    };
    responses: {
      /** @description Empty body. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  userCredentialsAddKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddSshKeyDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SshKeyView'];
        };
      };
    };
  };
  userCredentialsRemoveKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82 */
        fingerprint: string;
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SshKeyView'];
        };
      };
    };
  };
  userCredentialsListKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SshKeyView'][];
        };
      };
    };
  };
  userCredentialsIssueToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessTokenView'];
        };
      };
    };
  };
  userCredentialsRevokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 2 */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessTokenView'];
        };
      };
    };
  };
  webhookTypesList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTypeView'][];
        };
      };
    };
  };
  webhooksList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookView'][];
        };
      };
    };
  };
  webhooksCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecretView'];
        };
      };
    };
  };
  webhooksRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookView'];
        };
      };
    };
  };
  webhooksUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookView'];
        };
      };
    };
  };
  webhooksRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  webhooksDeliveries: {
    parameters: {
      query?: {
        /** @description The newest so many. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryView'][];
        };
      };
    };
  };
  webhooksRotate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecretView'];
        };
      };
    };
  };
  webhooksTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTestView'];
        };
      };
    };
  };
  legacyCommand: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  legacyPostCommand: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  healthRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthView'];
        };
      };
    };
  };
  healthLive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LivenessView'];
        };
      };
    };
  };
  loginSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SignInDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
    };
  };
  metricsRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  legacyStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/xml': string;
        };
      };
    };
  };
  legacyPostStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/xml': string;
        };
      };
    };
  };
}
