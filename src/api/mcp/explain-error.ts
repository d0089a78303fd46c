import { z } from '@hono/zod-openapi';
import { targetErrorOf, targetRetryRules } from '../../domain/target-errors.js';
import { errorCodes, errorEntries } from '../errors/codes.js';
import { retryRules } from '../errors/codes/entry.js';
import { invalidRequest } from '../errors/validation.js';
import { text } from '../openapi/fields.js';
import { ownTool } from './tool.js';
import { unconfirmedAdvice, unconfirmedCode, unconfirmedRemedy } from './unconfirmed.js';

const codeCharsMax = 100;
const codeExample = unconfirmedCode;

const meaning = z.string().openapi({ description: 'The situation in which the error occurs.' });
const remedy = z.string().openapi({ description: 'The action that helps.' });

/** Replaces the text for people on the page about the error. People may retry such a post, but agents may not. */
const forAPerson = { remedy: unconfirmedRemedy, retryable: 'by-a-person' as const };

/** Explains a code from the same entries as the pages about errors. */
export const explainError = ownTool({
  name: 'explain_error',
  title: 'Explain an error',
  description:
    'Explains an error code: that of a failed call, or the errorCode or firstCommentErrorCode of a target. Says what happened, what helps, and whether to try again.',
  input: z.strictObject({
    code: text(codeCharsMax, 1).openapi({ description: 'The error code.', example: codeExample }),
  }),
  output: z.object({
    code: z.string().openapi({ description: 'The error code.', example: codeExample }),
    onTarget: z
      .object({
        meaning,
        remedy,
        retryable: z.enum([...targetRetryRules, 'by-a-person']).openapi({
          description:
            'Whether publishing again can succeed. yes: without any change. after: once the remedy has been applied. no: the platform would reject the same content again. by-a-person: only a person may decide it.',
        }),
      })
      .nullable()
      .openapi({ description: 'The meaning of the code on a target; null if targets do not have it.' }),
    ofCall: z
      .object({
        meaning,
        remedy,
        retry: z.enum(retryRules).openapi({
          description:
            'Whether the same call may be repeated. immediately: with the same clientReferenceId or idempotencyKey. after-delay: after retryAfterMs. backoff: at growing intervals. after-remedy: once the remedy has been applied. never: not with the same arguments.',
        }),
      })
      .nullable()
      .openapi({
        description: 'The meaning of the code as the error of a call; null if calls do not have it.',
      }),
    advice: z
      .string()
      .nullable()
      .openapi({ description: 'A rule that goes before everything else, if there is one.' }),
  }),
  run: (_ctx, { code }) => {
    const known = errorCodes.find((each) => each === code);
    const target = targetErrorOf(code);
    if (known === undefined && target === undefined) {
      const message = 'There is no such error code. Send the code alone, such as PLATFORM_REJECTED.';
      throw invalidRequest([{ path: 'code', code: 'unknown_code', message }]);
    }
    const isUnconfirmed = code === unconfirmedCode;
    return {
      code,
      onTarget:
        target === undefined
          ? null
          : { ...pick(target, 'meaning', 'remedy', 'retryable'), ...(isUnconfirmed && forAPerson) },
      ofCall: known === undefined ? null : pick(errorEntries[known], 'meaning', 'remedy', 'retry'),
      advice: isUnconfirmed ? unconfirmedAdvice : null,
    };
  },
});

function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}
