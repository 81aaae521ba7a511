import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { API_ERRORS, type ApiErrorCode } from './errors.js';

/**
 * The errors of a route beyond those that every route of its kind can answer (src/openapi/complete-document.ts), for the
 * API document: one response for each status, with the sentences of its errors.
 */
export function Errors(...codes: readonly ApiErrorCode[]): ClassDecorator & MethodDecorator {
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code][0]))];
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, description: sentences(codes, status) })));
}

const sentences = (codes: readonly ApiErrorCode[], status: number): string =>
  codes
    .map((code) => API_ERRORS[code])
    .flatMap(([each, text]) => (each === status ? [text.replaceAll('%s', '…')] : []))
    .join(' ');
