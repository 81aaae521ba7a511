/** Answers and errors of the controller as the German pages show them. */
import { describe, expect, it } from '@jest/globals';
import { german } from './german.js';

/** The narrow spaces before units are as wide as others here. */
const answer = (name: string, given: unknown): unknown => {
  const translated = (german.answers[name] as (given: unknown) => unknown)(given);
  return JSON.parse(JSON.stringify(translated).replaceAll('\u202f', ' ')) as unknown;
};
const failure = (code: string, message: string): string | undefined =>
  german.failure({ code, message, details: [] })?.message;

describe('What became of a test', () => {
  it('of mail names the server and the setting that helps', () => {
    const error =
      'The mail server mail.example did not take it: it sent no greeting; if it speaks TLS from the start, set smtpSecurity to tls.';
    expect(answer('post /api/actions/{actionId}/test', { ok: false, code: 'NOT_DELIVERED', error })).toMatchObject({
      error:
        'Der Mailserver mail.example hat die E-Mail nicht angenommen: er hat sich nicht gemeldet; falls er von Anfang an TLS spricht, stellen Sie smtpSecurity auf tls.',
    });
  });

  it('of a peer has the reason of the other PDU, as far as it is known here', () => {
    const test = (error: string) => answer('post /api/actions/{actionId}/test', { ok: false, error });
    expect(test('The other PDU answered 403: the access token may not do this.')).toMatchObject({
      error: 'Die andere PDU antwortete 403: das Zugriffstoken berechtigt nicht dazu.',
    });
    expect(test('The other PDU answered 422: Press any key.')).toMatchObject({
      error: 'Die andere PDU antwortete 422: Press any key.',
    });
  });

  it('of MQTT has the reason of the step that failed', () => {
    const steps = [
      { step: 'address', ok: true, detail: '192.0.2.7' },
      {
        step: 'connection',
        ok: false,
        detail: 'The broker cannot be reached: nothing listens there (connection refused).',
      },
    ];
    expect(answer('post /api/mqtt/test', { ok: false, steps })).toMatchObject({
      steps: [
        { detail: '192.0.2.7' },
        { detail: 'Der Broker ist nicht erreichbar: dort nimmt nichts Verbindungen an.' },
      ],
    });
  });

  it('of syslog, of webhooks and of subscriptions says so too', () => {
    const detail = 'Sent to log.example, port 514. UDP confirms nothing, so check the log of the server.';
    expect(answer('post /api/system/syslog/test', { ok: true, detail })).toMatchObject({
      detail: 'An log.example, Port 514 gesendet. UDP bestätigt nichts; sehen Sie im Protokoll des Servers nach.',
    });
    const refused = { ok: false, detail: 'The receiver answered 302; redirects are not followed.' };
    const shown = { detail: 'Der Empfänger antwortete 302; Weiterleitungen wird nicht gefolgt.' };
    expect(answer('post /api/webhooks/{webhookId}/test', refused)).toMatchObject(shown);
    expect(answer('post /api/redfish/test', { results: [refused] })).toMatchObject({ results: [shown] });
  });
});

describe('The state of a connection', () => {
  it('says what is wrong and what is dangerous', () => {
    const problem =
      'MQTT has been without its broker for more than a minute: The broker does not accept the user name or the password.';
    const warning = 'Everybody in 10.0.0.0/8 can switch without a password, because Modbus has no sign-in.';
    expect(answer('get /api/system/protocols', [{ problem }, { warning }, {}])).toEqual([
      {
        problem:
          'MQTT ist seit über einer Minute ohne Verbindung zum Broker: Der Broker akzeptiert Benutzername oder Passwort nicht.',
      },
      { warning: 'Alle in 10.0.0.0/8 können ohne Passwort schalten, denn Modbus kennt keine Anmeldung.' },
      {},
    ]);
  });

  it('says why it is refused, down to the address', () => {
    const reason =
      'The controller does not connect to it: 127.0.0.1 port 1883 is this machine itself (allowLocalTargets is off).';
    expect(answer('get /api/mqtt', { reason })).toEqual({
      reason:
        'Der Controller stellt keine Verbindung zu ihm her: 127.0.0.1, Port 1883, ist dieser Rechner selbst (allowLocalTargets ist ausgeschaltet).',
    });
  });
});

describe('An error with a reason', () => {
  it('is German as a whole for a certificate, a key and firmware', () => {
    expect(failure('CERTIFICATE_UNUSABLE', 'The certificate cannot be used: it has expired on 2026-01-02.')).toBe(
      'Das Zertifikat kann nicht verwendet werden: es ist am 2026-01-02 abgelaufen.',
    );
    expect(
      failure('CERTIFICATE_KEY_UNUSABLE', 'The private key cannot be used: it has 1024 bits; 2048 are needed.'),
    ).toBe('Der private Schlüssel kann nicht verwendet werden: er hat 1024 Bit; nötig sind 2048.');
    expect(
      failure(
        'FIRMWARE_INVALID',
        'The firmware cannot be installed: it is signed with the key "users", which this release does not know.',
      ),
    ).toBe(
      'Die Firmware kann nicht installiert werden: sie ist mit dem Schlüssel „users“ signiert, den diese Version nicht kennt.',
    );
  });

  it('has a decimal comma before a unit, and none in a version', () => {
    const places = [
      { reason: 'It drew less than 5 W for 7 days; 3.2 A are left at bank “1.5 A”, and the lines differ by 4 %.' },
    ];
    expect(answer('get /api/capacity/placement', { places })).toEqual({
      places: [
        {
          reason:
            'Sie nahm 7 Tage lang weniger als 5 W auf; 3,2 A Reserve am Sicherungskreis „1.5 A“, die Leiter unterscheiden sich um 4 %.',
        },
      ],
    });
    const message =
      'The firmware cannot be installed: it needs at least Node.js 20.19, and this is 18.4; update that first.';
    expect(failure('FIRMWARE_INVALID', message)).toContain('mindestens Node.js 20.19, und dies ist 18.4;');
  });
});

describe('A relay that did not follow', () => {
  it('is named and measured in German', () => {
    const message =
      'The relay of outlet 3-1200578 did not follow: asked for OFF, measured voltage behind the relay. Check it before you rely on it.';
    expect(failure('RELAY_FAULT', message)).toMatch(
      /^Das Relais von Steckdose 3-1200578 ist nicht gefolgt: verlangt OFF, gemessen Spannung hinter dem Relais\./,
    );
  });
});
