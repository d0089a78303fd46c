import { z } from '@hono/zod-openapi';
import { targetErrorCodes, targetErrorOf, type TargetErrorCode } from '../../../domain/target-errors.js';
import { describedAs, jsonObjectOrNull } from '../../openapi/fields.js';

/** The component that lists the error codes. Fields of responses are strings, because releases may add codes. */
export const targetErrorCodeSchema = z.enum(targetErrorCodes).openapi({
  description:
    'Why a target, its first comment or a reply failed. `/docs/target-errors/{code}` explains each code and what to do. More codes may be added; for a code that you do not know, go by `errorRetryable`.',
});

const isOfFirstComments = (code: TargetErrorCode): boolean => targetErrorOf(code)?.only !== 'POST';

const firstCommentErrorCodes = targetErrorCodes.filter(isOfFirstComments);

/** The error codes with which a first comment can fail. */
export const firstCommentErrorCodeSchema = z.enum(firstCommentErrorCodes).openapi({
  // Generated code for Go has one namespace for all values, and TargetErrorCode has the same ones.
  'x-enum-varnames': firstCommentErrorCodes.map((code) => `FIRST_COMMENT_${code}`),
  description:
    'Why a first comment failed. `/docs/target-errors/{code}` explains each code and what to do. More codes may be added; for a code that you do not know, go by `firstCommentErrorRetryable`.',
});

export function errorCodeField(
  description: string,
  component: 'TargetErrorCode' | 'FirstCommentErrorCode' = 'TargetErrorCode',
) {
  return describedAs(z.string().nullable(), component, { description, example: null });
}

/**
 * The parser accepts any object, because services check the options by the account's platform. The component is
 * composed of the platforms' own schemas (src/api/document/platform-options.ts).
 */
export const platformOptionsField = describedAs(jsonObjectOrNull, 'PlatformOptions', {
  description: 'Options that are specific to the account’s platform. Null and absent mean the same.',
  example: null,
});
