import { z } from '@hono/zod-openapi';
import { targetErrorCodes } from '../../../domain/target-errors.js';
import { describedAs, jsonObjectOrNull } from '../../openapi/fields.js';

/** The component that an error code is described by. On the wire it stays a string: releases add codes. */
export const targetErrorCodeSchema = z.enum(targetErrorCodes).openapi({
  description:
    'Why a target, or its first comment, has failed. `/docs/target-errors` has a page for each. New codes may come: treat one that you do not know by `errorRetryable`.',
});

export function errorCodeField(description: string) {
  return describedAs(z.string().nullable(), 'TargetErrorCode', { description, example: null });
}

/**
 * Any object to the parser: the services check it by the platform of the account, and name each option that is wrong.
 * The component is put together from the platforms' own schemas (src/api/document/platform-options.ts).
 */
export const platformOptionsField = describedAs(jsonObjectOrNull, 'PlatformOptions', {
  description: 'Options of the platform that the account is on.',
  example: null,
});
