import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import { causeOf } from '../../common/cause.js';
import { FORMATS } from '../../common/formats.js';
import { isIP } from 'node:net';
import { SettingsStore } from '../../settings/settings.store.js';
import { leafOf } from '../../tls/certificate.js';
import type { CertificateRequest } from '../../tls/certificate-request.js';
import { CertificatesService } from '../../tls/certificates.service.js';
import { ownNames } from '../../tls/own-names.js';
import {
  collection,
  link,
  ROOT,
  type Call,
  type Json,
  type Outcome,
  type Parameter,
  type Provider,
  type ResourceProviders,
} from '../protocol/provider.js';
import { baseMessage, RedfishError } from '../protocol/redfish-error.js';
import { isoTime, links, MANAGER, need } from './common.js';

const SERVICE = '/CertificateService';
const CERTIFICATES = `${MANAGER}/NetworkProtocol/HTTPS/Certificates`;
const IN_USE = `${CERTIFICATES}/1`;
const KEY_TYPES = { TPM_ALG_ECDSA: 'ec', TPM_ALG_RSA: 'rsa' } as const;

const TEXT: Parameter = { type: 'string' };
const GENERATE: Readonly<Record<string, Parameter>> = {
  CertificateCollection: { type: 'object', required: true },
  CommonName: { type: 'string', required: true },
  AlternativeNames: { type: 'array' },
  Organization: TEXT,
  OrganizationalUnit: TEXT,
  City: TEXT,
  State: TEXT,
  Country: TEXT,
  Email: TEXT,
  KeyPairAlgorithm: { type: 'string', oneOf: Object.keys(KEY_TYPES) },
};
const REPLACE: Readonly<Record<string, Parameter>> = {
  CertificateString: { type: 'string', required: true },
  CertificateType: { type: 'string', required: true, oneOf: ['PEM', 'PEMchain'] },
  CertificateUri: { type: 'object', required: true },
};

/** The certificate of HTTPS: its requests, and its replacement. */
@Injectable()
export class CertificateResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly certificates: CertificatesService,
    private readonly settings: SettingsStore,
  ) {
    this.providers = [
      {
        uri: CERTIFICATES,
        type: 'CertificateCollection',
        get: (call) => {
          need(call, 'viewNetworkSettings');
          return collection('Certificates', [IN_USE]);
        },
      },
      {
        uri: IN_USE,
        type: 'Certificate',
        get: (call) => {
          need(call, 'viewNetworkSettings');
          return this.#show();
        },
      },
      {
        uri: SERVICE,
        type: 'CertificateService',
        get: () => ({
          Id: 'CertificateService',
          Name: 'Certificate Service',
          CertificateLocations: link(`${SERVICE}/CertificateLocations`),
        }),
        actions: {
          'CertificateService.GenerateCSR': {
            parameters: GENERATE,
            shown: () => ({
              '@Redfish.ActionInfo': `${ROOT}${SERVICE}/GenerateCSRActionInfo`,
              'KeyPairAlgorithm@Redfish.AllowableValues': Object.keys(KEY_TYPES),
            }),
            run: (call, parameters) => this.#request(call, parameters),
          },
          'CertificateService.ReplaceCertificate': {
            parameters: REPLACE,
            shown: () => ({
              '@Redfish.ActionInfo': `${ROOT}${SERVICE}/ReplaceCertificateActionInfo`,
              'CertificateType@Redfish.AllowableValues': ['PEM', 'PEMchain'],
            }),
            run: (call, parameters) => this.#replace(call, parameters),
          },
        },
      },
      {
        uri: `${SERVICE}/CertificateLocations`,
        type: 'CertificateLocations',
        get: ({ caller }) => {
          const visible = caller.access.can('viewNetworkSettings') ? [IN_USE] : [];
          return {
            Id: 'CertificateLocations',
            Name: 'Certificate Locations',
            Links: { Certificates: links(visible), 'Certificates@odata.count': visible.length },
          };
        },
      },
      actionInfo('GenerateCSR', GENERATE),
      actionInfo('ReplaceCertificate', REPLACE),
    ];
  }

  async #show(): Promise<Json> {
    const certificate = await this.certificates.inUse();
    const leaf = leafOf(certificate);
    const pem = leaf.toString();
    return {
      Id: '1',
      Name: 'HTTPS Certificate',
      CertificateString: pem.endsWith('\n') ? pem : `${pem}\n`,
      CertificateType: 'PEM',
      CertificateUsageTypes: ['Web'],
      SerialNumber: pairs(leaf.serialNumber),
      Fingerprint: leaf.fingerprint256,
      FingerprintHashAlgorithm: 'TPM_ALG_SHA256',
      ValidNotBefore: isoTime(Date.parse(leaf.validFrom)),
      ValidNotAfter: isoTime(Date.parse(leaf.validTo)),
      Issuer: identifierOf(leaf.issuer),
      Subject: identifierOf(leaf.subject),
    };
  }

  /** A signing request with a new key, which is kept until a certificate for it comes. */
  async #request(call: Call, given: Json): Promise<Outcome> {
    need(call, 'modifyNetworkSettings');
    const target = (given['CertificateCollection'] as Json)['@odata.id'];
    if (target !== `${ROOT}${CERTIFICATES}`) throw wrongParameter('CertificateCollection', target, 'GenerateCSR');
    const text = (name: string, max = 64): string | undefined => {
      const value = given[name] as string | undefined;
      if (value === undefined) return undefined;
      // eslint-disable-next-line no-control-regex
      if (value.length > max || /[\u0000-\u001f\u007f]/.test(value)) throw wrongParameter(name, value, 'GenerateCSR');
      return value;
    };
    const commonName = text('CommonName');
    if (commonName === undefined || commonName === '') throw wrongParameter('CommonName', '', 'GenerateCSR');
    const country = text('Country', 2);
    if (country !== undefined && !/^[A-Za-z]{2}$/.test(country))
      throw wrongParameter('Country', country, 'GenerateCSR');
    const email = text('Email', 128);
    if (email !== undefined && 'wrong' in FORMATS.mailAddress(email))
      throw wrongParameter('Email', email, 'GenerateCSR');
    const wanted: CertificateRequest = {
      commonName,
      organization: text('Organization'),
      organizationalUnit: text('OrganizationalUnit'),
      city: text('City'),
      state: text('State'),
      country: country?.toUpperCase(),
      email,
      names: this.#namesOf(given['AlternativeNames'], commonName),
      keyType: KEY_TYPES[(given['KeyPairAlgorithm'] as keyof typeof KEY_TYPES | undefined) ?? 'TPM_ALG_ECDSA'],
    };
    const request = await this.certificates.requestSigning(wanted, causeOf(call.caller));
    return { body: { CertificateCollection: link(CERTIFICATES), CSRString: request } };
  }

  /** The names of the request; without any those of the controller. */
  #namesOf(given: unknown, commonName: string) {
    if (given === undefined) {
      const own = ownNames(this.settings.get('hostName'));
      const isName = isIP(commonName) === 0 && 'value' in FORMATS.hostName(commonName);
      return isName ? { ...own, hosts: [...new Set([commonName.toLowerCase(), ...own.hosts])] } : own;
    }
    const names = (given as unknown[]).map((each) => {
      const isHost = typeof each === 'string' && 'value' in FORMATS.host(each.replace(/^\*\./, ''));
      if (!isHost || each === '') throw wrongParameter('AlternativeNames', each, 'GenerateCSR');
      return each;
    });
    if (names.length > 100) throw wrongParameter('AlternativeNames', names.length, 'GenerateCSR');
    return { hosts: names.filter((name) => isIP(name) === 0), addresses: names.filter((name) => isIP(name) > 0) };
  }

  /** Uses another certificate, whose key is in the same text, or that of the last request. */
  async #replace(call: Call, given: Json): Promise<Outcome> {
    need(call, 'modifyNetworkSettings');
    const target = (given['CertificateUri'] as Json)['@odata.id'];
    if (target !== `${ROOT}${IN_USE}`) throw wrongParameter('CertificateUri', target, 'ReplaceCertificate');
    const pem = String(given['CertificateString']);
    const key = /-----BEGIN ((RSA|EC) )?PRIVATE KEY-----[^-]+-----END ((RSA|EC) )?PRIVATE KEY-----/.exec(pem)?.[0];
    const cause = causeOf(call.caller);
    try {
      if (key === undefined) await this.certificates.uploadForRequest(pem, cause);
      else await this.certificates.upload(pem.replace(key, ''), key, cause);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      throw wrongParameter('CertificateString', '', 'ReplaceCertificate', error.message);
    }
    return { headers: { Location: `${ROOT}${IN_USE}` } };
  }
}

function wrongParameter(name: string, value: unknown, action: string, resolution?: string): RedfishError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const args = [shown.slice(0, 100), name, `CertificateService.${action}`];
  const details = { related: [`/${name}`], ...(resolution !== undefined && { resolution }) };
  return new RedfishError(400, baseMessage('ActionParameterValueFormatError', args, details));
}

/** Bytes in hexadecimal as pairs with colons. */
const pairs = (hex: string): string => ((hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? []).join(':');

const IDENTIFIERS: readonly (readonly [type: string, member: string])[] = [
  ['CN', 'CommonName'],
  ['O', 'Organization'],
  ['OU', 'OrganizationalUnit'],
  ['L', 'City'],
  ['ST', 'State'],
  ['C', 'Country'],
  ['emailAddress', 'Email'],
];

/** The parts of a name, which Node puts on a line each. */
function identifierOf(name: string | undefined): Json {
  const lines = new Map((name ?? '').split('\n').map((line) => [line.slice(0, line.indexOf('=')), line]));
  return Object.fromEntries(
    IDENTIFIERS.flatMap(([type, member]) => {
      const line = lines.get(type);
      return line === undefined ? [] : [[member, line.slice(type.length + 1)]];
    }),
  );
}

const DATA_TYPES = { string: 'String', boolean: 'Boolean', number: 'Number', object: 'Object', array: 'StringArray' };

/** The parameters of an action, as a resource. */
function actionInfo(name: string, parameters: Readonly<Record<string, Parameter>>): Provider {
  return {
    uri: `${SERVICE}/${name}ActionInfo`,
    type: 'ActionInfo',
    get: () => ({
      Id: `${name}ActionInfo`,
      Name: `${name} Action Info`,
      Parameters: Object.entries(parameters).map(([parameter, { type, required = false, oneOf }]) => ({
        Name: parameter,
        Required: required,
        DataType: DATA_TYPES[type],
        ...(type === 'object' && { ObjectDataType: '#Resource.Resource' }),
        ...(oneOf && { AllowableValues: oneOf }),
      })),
    }),
  };
}
