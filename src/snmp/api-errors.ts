import { ApiError, type ApiErrorCode } from '../common/errors.js';
import type { SnmpError } from './mib/object.js';

/** The error-status for each refusal that a SET can meet; what is not here is a genErr. */
export const SNMP_ERRORS: Readonly<Partial<Record<ApiErrorCode, SnmpError>>> = {
  NOT_SIGNED_IN: 'authorizationError',
  NOT_ALLOWED: 'noAccess',
  OUTLET_NOT_ALLOWED: 'noAccess',
  NO_OUTLET_ALLOWED: 'noAccess',
  ADMINISTRATOR_ONLY: 'noAccess',
  RIGHTS_NOT_COVERED: 'noAccess',
  VALIDATION_FAILED: 'wrongValue',
  OUTLETS_NOT_AVAILABLE: 'noCreation',
  OUTLET_UNKNOWN: 'noCreation',
  GROUP_UNKNOWN: 'noCreation',
  INLET_UNKNOWN: 'noCreation',
  BANK_UNKNOWN: 'noCreation',
  SENSOR_UNKNOWN: 'noCreation',
  OUTLET_NOT_SWITCHABLE: 'notWritable',
  OUTLET_PROTECTED: 'inconsistentValue',
  OUTLET_IN_LIST_REPEATED: 'inconsistentValue',
  GROUP_EMPTY: 'inconsistentValue',
  RELAY_FAULT: 'commitFailed',
  HARDWARE_SILENT: 'resourceUnavailable',
  TOO_MANY_COMMANDS: 'resourceUnavailable',
  STOPPING: 'resourceUnavailable',
  STORAGE_FULL: 'resourceUnavailable',
  STORAGE_FAILING: 'resourceUnavailable',
};

export const snmpErrorOf = (error: unknown): SnmpError =>
  error instanceof ApiError ? (SNMP_ERRORS[error.code] ?? 'genErr') : 'genErr';
