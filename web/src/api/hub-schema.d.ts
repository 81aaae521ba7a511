export interface paths {
  '/api/fleet/broker': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The broker between the hub and its PDUs: while it cannot be reached, nothing is known of them.
     * @description Needs any valid credential.
     */
    get: operations['brokerRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/commands': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The commands to those PDUs that the caller may see, the newest first.
     * @description Needs any valid credential.
     */
    get: operations['commandsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/commands/{commandId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One command, and what has become of it.
     * @description Needs any valid credential.
     */
    get: operations['commandsRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/enrolments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tokens with which PDUs enrol, oldest first. Their secrets are not shown.
     * @description Needs the permission modifyNetworkSettings.
     */
    get: operations['enrolmentsList'];
    put?: never;
    /**
     * Makes a token, which is shown this once.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['enrolmentsCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/enrolments/{enrolmentId}': {
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
     * Deletes a token: no other PDU can enrol with it. Those that have stay, pending ones too.
     * @description Needs the permission modifyNetworkSettings.
     */
    delete: operations['enrolmentsRemove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The events of those PDUs that the caller may see, the newest first.
     * @description Needs any valid credential.
     */
    get: operations['fleetEventsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/lost-sites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The sites that cannot be reached, as far as the caller may see PDUs of them. `online` of these PDUs is null, and not
     *     false, while a site is in this list and for two minutes after that.
     * @description Needs any valid credential.
     */
    get: operations['lostSitesList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The PDUs that the caller may see, in the order of enrolment; who may change network settings sees all of them.
     * @description Needs any valid credential.
     */
    get: operations['pdusList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One PDU.
     * @description Needs any valid credential.
     */
    get: operations['pdusRead'];
    put?: never;
    post?: never;
    /**
     * Deletes a revoked PDU with its readings, events and commands; the audit log keeps what was done.
     * @description Needs the permission modifyNetworkSettings.
     */
    delete: operations['pdusRemove'];
    options?: never;
    head?: never;
    /**
     * Changes the name of a PDU in the hub.
     * @description Needs the permission modifyNetworkSettings.
     */
    patch: operations['pdusRename'];
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accepts a pending PDU: it gets its certificate when it asks the next time, within a few minutes.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['pdusAccept'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}/commands': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a command to an outlet of a PDU. The answer says that the command is stored and on its way, not that it is carried
     *     out: `GET /api/fleet/commands/{commandId}` says what has become of it. It begins within `validMs` or never, and at most
     *     once. Sent again with the same key in the header Idempotency-Key, it is the same command.
     * @description Needs any valid credential.
     */
    post: operations['sendCommandSend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}/minutes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The power of a PDU by the minute, over at most 7 days of the last 35.
     * @description Needs any valid credential.
     */
    get: operations['pduMinutesRead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}/outlets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The inlets, banks, outlets and sensors of a PDU with the newest readings. Whoever asks gets the means of the newest minute at first, and
     *     readings of each second from then on, as long as another request follows within 15 s.
     * @description Needs any valid credential.
     */
    get: operations['pduOutletsList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/fleet/pdus/{pduId}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revokes a PDU: its connection ends at once, and its certificate and key are never accepted again.
     * @description Needs the permission modifyNetworkSettings.
     */
    post: operations['pdusRevoke'];
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
    AlarmCountsView: {
      /** @example 1 */
      critical: number;
      /** @example 0 */
      info: number;
      /** @example 2 */
      warning: number;
    };
    CreateEnrolmentDto: {
      /** @description True if a PDU that enrols with it is active at once; by default each waits until somebody accepts it. */
      accept?: boolean;
      /**
       * @description The hours for which it is valid; 24 by default.
       * @example 24
       */
      hours?: number;
      /**
       * @description A note for people; by default the name of the site.
       * @example Row 7
       */
      name?: string;
      /**
       * @description The site of the PDUs that enrol with it.
       * @example berlin
       */
      site: string;
      /**
       * @description The number of PDUs that may enrol with it; 1 by default.
       * @example 10
       */
      uses?: number;
    };
    CutLineView: {
      /** @description ISO 8601. */
      since: string;
      /** @example hamburg */
      site: string;
    };
    EnrolmentPageView: {
      items: components['schemas']['EnrolmentView'][];
      /** @description For `after` of the next page; null on the last one. */
      next: string | null;
    };
    EnrolmentView: {
      /** @description True if a PDU that enrols with it is active at once. */
      accept: boolean;
      /** @description ISO 8601. */
      createdAt: string;
      /** @example 1 */
      id: number;
      /** @example Row 7 */
      name: string;
      /** @example berlin */
      site: string;
      /**
       * @description The number of PDUs that have enrolled with it.
       * @example 2
       */
      used: number;
      /**
       * @description The number of PDUs that may enrol with it.
       * @example 10
       */
      uses: number;
      /**
       * @description ISO 8601.
       * @example 2026-11-03T08:15:00.000Z
       */
      validUntil: string;
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
    FleetBankView: {
      /**
       * @description W
       * @example 426.7
       */
      activePower: number | null;
      /**
       * @description True for a closed breaker; null for one that is not known, and for a bank without one.
       * @example true
       */
      breakerClosed: boolean | null;
      /**
       * @description A
       * @example 3.8
       */
      current: number | null;
      /** @example 1200578 */
      id: string;
      /** @example Left side */
      name: string;
    };
    FleetBrokerView: {
      /**
       * @description Host and port, as a text for people; null for the one in the hub, and for a caller without `viewNetworkSettings` and
       *     `modifyNetworkSettings`.
       * @example broker.example.com port 8884
       */
      address: string | null;
      /** @description Those that the broker of the hub has lost, as far as the caller may see PDUs of them. */
      lostSites: components['schemas']['CutLineView'][];
      /** @description The reason why it cannot be reached, which names it; null while it is, and for a caller who may not know `address`. */
      reason: string | null;
      /**
       * @description ISO 8601: the beginning of the state; null for the one in the hub.
       * @example 2026-11-02T08:15:00.000Z
       */
      since: string | null;
      /**
       * @description `embedded`: a part of the hub; otherwise it is beside the hub, and nothing is known of any PDU while it is `unreachable`.
       * @example connected
       * @enum {string}
       */
      state: 'connected' | 'unreachable' | 'embedded';
    };
    FleetCommandsView: {
      items: components['schemas']['FleetCommandView'][];
      /** @description Send it as `after` to get the next page; null on the last one. */
      next: string | null;
    };
    FleetCommandView: {
      /** @description ISO 8601, UTC. */
      acceptedAt: string;
      /** @description The code of the error, of a refused or failed one; null where there is none. */
      code: string | null;
      /**
       * @example REBOOT
       * @enum {string}
       */
      command: 'ON' | 'OFF' | 'REBOOT';
      /**
       * @description The time of the answer; ISO 8601, UTC.
       * @example 2026-11-02T08:15:06.000Z
       */
      endedAt?: string;
      /** @example 8d0a4c5e-6f1b-4c7e-9a52-0c6a2f1e7b31 */
      id: string;
      /**
       * @description The state of the outlet afterwards, as measured; null if it is not known.
       * @example ON
       * @enum {string|null}
       */
      measured: 'ON' | 'OFF' | null;
      /**
       * @description `open` until the PDU has answered; `unknown` if its time is over and the PDU is away, or, with `endedAt`, if the PDU
       *     does not know it any more: its log says whether it was carried out; then `done`, `failed`, `refused`,
       *     `expired` (it has not begun in its time, and never will) or `interrupted` (the PDU was stopped meanwhile, and the
       *     outlet is not as it was asked for).
       * @example done
       * @enum {string}
       */
      outcome: 'open' | 'done' | 'failed' | 'refused' | 'expired' | 'interrupted' | 'unknown';
      /**
       * @description Id of the outlet at that PDU.
       * @example 1-1200578
       */
      outlet: string;
      /**
       * @description Id of the PDU.
       * @example pdu-7f3a
       */
      pdu: string;
      /** @example Kernel update */
      reason?: string;
      /**
       * @description It does not begin after this; ISO 8601, UTC.
       * @example 2026-11-02T08:15:10.000Z
       */
      until: string;
      /**
       * @description The name of the user.
       * @example anna
       */
      who: string;
    };
    FleetEventsView: {
      items: components['schemas']['FleetEventView'][];
      /** @description Send it as `after` to get the next page; null on the last one. */
      next: string | null;
    };
    FleetEventView: {
      /** @example HIGH_LOAD */
      code: string;
      /**
       * @description Id of the user's event at the PDU; null for all others.
       * @example 12
       */
      eventId: number | null;
      /**
       * @description Rises in the order in which the hub has stored them.
       * @example 901
       */
      id: number;
      /**
       * @description The limit that it has passed; null where there is none.
       * @example 16
       */
      limit: number | null;
      /**
       * @description Id of the object at the PDU, for example 1-1200578.
       * @example 1200578
       */
      object: string;
      /**
       * @description Id of the PDU.
       * @example pdu-7f3a
       */
      pdu: string;
      /**
       * @description Name of the PDU in the hub.
       * @example Rack 7 left
       */
      pduName: string;
      /** @description False for the end of what was raised before. */
      raised: boolean;
      /**
       * @example warning
       * @enum {string}
       */
      severity: 'info' | 'warning' | 'critical';
      /**
       * @description A sentence.
       * @example Left side: The load is high.
       */
      text: string;
      /** @description ISO 8601, UTC. */
      time: string;
      /**
       * @description The reading; null where there is none.
       * @example 16.3
       */
      value: number | null;
    };
    FleetInletView: {
      /**
       * @description kWh since the last reset of its meter.
       * @example 21804.6
       */
      activeEnergy: number | null;
      /**
       * @description W
       * @example 965.7
       */
      activePower: number | null;
      /**
       * @description VA
       * @example 1024.8
       */
      apparentPower: number | null;
      /**
       * @description A
       * @example 8.56
       */
      current: number | null;
      /**
       * @description Hz
       * @example 60
       */
      frequency: number | null;
      /** @example I1-1000036 */
      id: string;
      /** @description None of a single-phase inlet, nor of a controller that is older than these. */
      lines: components['schemas']['FleetLineView'][];
      /** @example Feed A */
      name: string;
      /**
       * @description Active by apparent power, 0 to 1.
       * @example 0.942
       */
      powerFactor: number | null;
      /**
       * @description V
       * @example 119.8
       */
      voltage: number | null;
    };
    FleetLineView: {
      /**
       * @description A
       * @example 8.56
       */
      current: number | null;
      /** @example L1-1000036 */
      id: string;
      /**
       * @description For example L1.
       * @example L1
       */
      name: string;
      /**
       * @description V
       * @example 119.8
       */
      voltage: number | null;
    };
    FleetOutletsView: {
      banks: components['schemas']['FleetBankView'][];
      inlets: components['schemas']['FleetInletView'][];
      /** @description True for readings of this second; false for the means of the newest minute, or the last readings before it. */
      live: boolean;
      /**
       * @description True, false, or null while it is not known.
       * @example true
       */
      online: boolean | null;
      outlets: components['schemas']['FleetOutletView'][];
      /**
       * @description The time at which the readings came; ISO 8601, UTC; null without any.
       * @example 2026-11-02T08:15:00.000Z
       */
      readAt: string | null;
      sensors: components['schemas']['FleetSensorView'][];
    };
    FleetOutletView: {
      /**
       * @description kWh; only rises.
       * @example 1250.4
       */
      activeEnergy: number | null;
      /**
       * @description W
       * @example 140
       */
      activePower: number | null;
      /**
       * @description Id of its bank.
       * @example 1200578
       */
      bank: string;
      /**
       * @description A
       * @example 1.24
       */
      current: number | null;
      /**
       * @description For example 1-1200578.
       * @example 1-1200578
       */
      id: string;
      /** @example db-master */
      name: string;
      /**
       * @example ON
       * @enum {string|null}
       */
      state: 'ON' | 'OFF' | null;
    };
    FleetSensorView: {
      /**
       * @description % relative humidity
       * @example 40
       */
      humidity: number | null;
      /**
       * @description For example SA-1000036.
       * @example SA-1000036
       */
      id: string;
      /** @example Cold aisle */
      name: string;
      /**
       * @description °C
       * @example 22.5
       */
      temperature: number | null;
    };
    LostSitesView: {
      items: components['schemas']['LostSiteView'][];
    };
    LostSiteView: {
      /**
       * @description Ids of the PDUs concerned that the caller may see.
       * @example [
       *       "pdu-91c2"
       *     ]
       */
      pdus: string[];
      /**
       * @description `timeout`: its PDUs have fallen silent together; `bridge`: the broker of the site has lost the line.
       * @example bridge
       * @enum {string}
       */
      reason: 'timeout' | 'bridge';
      /**
       * @description ISO 8601: when one of its PDUs that the caller may see was heard the last time, or when its broker has lost the
       *     line.
       */
      since: string;
      /** @example hamburg */
      site: string;
    };
    NewEnrolmentView: {
      /** @description True if a PDU that enrols with it is active at once. */
      accept: boolean;
      /** @description ISO 8601. */
      createdAt: string;
      /** @example 1 */
      id: number;
      /** @example Row 7 */
      name: string;
      /** @example berlin */
      site: string;
      /**
       * @description For the variable RACKFEED_HUB_TOKEN of a PDU.
       * @example an-invented-enrolment-token
       */
      token: string;
      /**
       * @description The number of PDUs that have enrolled with it.
       * @example 2
       */
      used: number;
      /**
       * @description The number of PDUs that may enrol with it.
       * @example 10
       */
      uses: number;
      /**
       * @description ISO 8601.
       * @example 2026-11-03T08:15:00.000Z
       */
      validUntil: string;
    };
    PduMinutesView: {
      /**
       * @description Begin of the span, seconds since 1970.
       * @example 1793607180
       */
      from: number;
      /**
       * @description Highest active power, W; with several inlets the sum of theirs. Null where it was not measured.
       * @example [
       *       981.3,
       *       984
       *     ]
       */
      peak: (number | null)[];
      /**
       * @description Begin of each minute, seconds since 1970.
       * @example [
       *       1793607180,
       *       1793607240
       *     ]
       */
      t: number[];
      /**
       * @description End of the span, seconds since 1970.
       * @example 1793607300
       */
      to: number;
      /**
       * @description Mean apparent power, VA; null where it was not measured.
       * @example [
       *       1024.8,
       *       1026
       *     ]
       */
      va: (number | null)[];
      /**
       * @description Mean active power, W; null where it was not measured.
       * @example [
       *       965.7,
       *       967.2
       *     ]
       */
      w: (number | null)[];
    };
    PduPageView: {
      items: components['schemas']['PduView'][];
      /** @description For `after` of the next page; null on the last one. */
      next: string | null;
    };
    PduView: {
      /** @description Its open events, as `GET /api/fleet/events?open=true` has them. */
      alarms: components['schemas']['AlarmCountsView'];
      /** @description ISO 8601. */
      enrolledAt: string;
      /**
       * @description The last time in this hour at which the hub has ended its connection because it has sent too much, ISO 8601; null
       *     otherwise. It may come back after a minute.
       */
      floodedAt: string | null;
      /** @example pdu-7f3a */
      id: string;
      /**
       * @description The last time in these 15 minutes at which two controllers took turns with its key, ISO 8601; null otherwise. No command is
       *     sent to it meanwhile.
       */
      keyCopiedAt: string | null;
      /**
       * @description Its last message, ISO 8601; null if that is not known.
       * @example 2026-11-02T08:15:00.000Z
       */
      lastSeen: string | null;
      /** @example single-phase-16 */
      model: string;
      /** @example Rack 7 left */
      name: string;
      /**
       * @description The id of its newest event; null without one. When it changes, read `GET /api/fleet/events` again.
       * @example 901
       */
      newestEvent: number | null;
      /**
       * @description Null while that is not known, as shortly after a start of the hub.
       * @example true
       */
      online: boolean | null;
      /**
       * @description Null if that is not known.
       * @example 16
       */
      outlets: number | null;
      /**
       * @description Null if that is not known.
       * @example 15
       */
      outletsOn: number | null;
      /**
       * @description The version of its software; null if that is not known.
       * @example 0.1.0
       */
      release: string | null;
      /**
       * @description True for a release more than two minor ones behind the hub's, or of an earlier major one. The PDU is served nevertheless.
       * @example false
       */
      releaseTooOld: boolean;
      /** @example 1000036 */
      serial: string;
      /** @example berlin */
      site: string;
      /**
       * @description `pending`: not accepted yet; `revoked`: may not connect any more.
       * @example active
       * @enum {string}
       */
      state: 'pending' | 'active' | 'revoked';
      /**
       * @description Active power, W; null if that is not known.
       * @example 965.7
       */
      watts: number | null;
      /**
       * @description The time at which the hub got the readings of that power, ISO 8601; of a PDU that is away they are the last that are known.
       * @example 2026-11-02T08:15:00.000Z
       */
      wattsAt: string | null;
    };
    SendCommandDto: {
      /**
       * @example REBOOT
       * @enum {string}
       */
      command: 'ON' | 'OFF' | 'REBOOT';
      /**
       * @description Id of the outlet at that PDU, for example 1-1200578.
       * @example 1-1200578
       */
      outlet: string;
      /**
       * @description The reason of the command, which the audit log keeps.
       * @example Kernel update
       */
      reason?: string;
      /**
       * @description The time after which it must not begin any more, ms; at most 24 h.
       * @default 10000
       */
      validMs: number;
    };
    UpdatePduDto: {
      /**
       * @description Its name in the hub; that at the PDU stays.
       * @example Rack 7 left
       */
      name: string;
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
  brokerRead: {
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
          'application/json': components['schemas']['FleetBrokerView'];
        };
      };
    };
  };
  commandsPage: {
    parameters: {
      query?: {
        /** @description The `next` of the page before. */
        after?: string;
        /** @description At most so many. */
        limit?: number;
        outcome?: 'open' | 'done' | 'failed' | 'refused' | 'expired' | 'interrupted' | 'unknown';
        /** @description Id of a PDU: only what is of it. */
        pdu?: string;
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
          'application/json': components['schemas']['FleetCommandsView'];
        };
      };
    };
  };
  commandsRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 8d0a4c5e-6f1b-4c7e-9a52-0c6a2f1e7b31 */
        commandId: string;
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
          'application/json': components['schemas']['FleetCommandView'];
        };
      };
    };
  };
  enrolmentsList: {
    parameters: {
      query?: {
        /** @description The `next` of the page before. */
        after?: string;
        /** @description At most so many. */
        limit?: number;
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
          'application/json': components['schemas']['EnrolmentPageView'];
        };
      };
    };
  };
  enrolmentsCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEnrolmentDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewEnrolmentView'];
        };
      };
    };
  };
  enrolmentsRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 1 */
        enrolmentId: string;
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
  fleetEventsPage: {
    parameters: {
      query?: {
        /** @description The `next` of the page before. */
        after?: string;
        /** @description At most so many. */
        limit?: number;
        /** @description True: only open ones, which were raised and have not ended. Those of revoked PDUs are not open: nobody could end them. */
        open?: boolean;
        /** @description Id of a PDU: only what is of it. */
        pdu?: string;
        severity?: 'info' | 'warning' | 'critical';
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
          'application/json': components['schemas']['FleetEventsView'];
        };
      };
    };
  };
  lostSitesList: {
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
          'application/json': components['schemas']['LostSitesView'];
        };
      };
    };
  };
  pdusList: {
    parameters: {
      query?: {
        /** @description The `next` of the page before. */
        after?: string;
        /** @description At most so many. */
        limit?: number;
        /** @description Only PDUs with this in their name, serial number, model, site or id, in any case. */
        q?: string;
        /** @description Only PDUs of this site. */
        site?: string;
        state?: 'pending' | 'active' | 'revoked';
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
          'application/json': components['schemas']['PduPageView'];
        };
      };
    };
  };
  pdusRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
          'application/json': components['schemas']['PduView'];
        };
      };
    };
  };
  pdusRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
  pdusRename: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePduDto'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PduView'];
        };
      };
    };
  };
  pdusAccept: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
          'application/json': components['schemas']['PduView'];
        };
      };
    };
  };
  sendCommandSend: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key of your own for this command. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @example pdu-7f3a */
        pduId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SendCommandDto'];
      };
    };
    responses: {
      /** @description Success. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FleetCommandView'];
        };
      };
    };
  };
  pduMinutesRead: {
    parameters: {
      query?: {
        /** @description ISO 8601 or seconds since 1970; a day before `to` by default. */
        from?: number | string;
        /** @description ISO 8601 or seconds since 1970; not included. Now by default. */
        to?: number | string;
      };
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
          'application/json': components['schemas']['PduMinutesView'];
        };
      };
    };
  };
  pduOutletsList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
          'application/json': components['schemas']['FleetOutletsView'];
        };
      };
    };
  };
  pdusRevoke: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example pdu-7f3a */
        pduId: string;
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
          'application/json': components['schemas']['PduView'];
        };
      };
    };
  };
}
