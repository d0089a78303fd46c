import { z } from 'zod';
import type { CommentPush, PushedLook } from './comments.js';

/** What the pushes of Instagram, Facebook and Threads have in common. */

/** Meta sends as many changes in one push at most (Graph API: "Webhooks"). */
const changesMax = 1_000;

export interface MetaPushApp {
  /** Signs the pushes, too. */
  clientSecret: string | null;
  webhookVerifyToken: string | null;
}

export function metaPush(
  { clientSecret, webhookVerifyToken }: MetaPushApp,
  parts: Pick<CommentPush, 'read'> & Partial<Pick<CommentPush, 'subscribe'>>,
): CommentPush {
  const push = { appSecret: clientSecret, verifyToken: webhookVerifyToken, ...parts };
  return { ...push, read: (body) => parts.read(body).slice(0, changesMax) };
}

/** In a platform's definition. A short one could be guessed, and the address be registered by a stranger's app. */
export const verifyTokenVariable = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(200)
  .optional()
  .describe(
    'Enables comment notifications from Meta: a random string of at least 16 characters, which you also enter as the verify token in the app’s webhook settings. Without it, Punctual only polls for comments.',
  );

/** Of an account or a post: digits, of which Facebook's have two groups. Some senders do not put numbers into quotes. */
export const pushedIdSchema = z.union([
  z.string().regex(/^[\w-]{1,100}$/),
  z.number().int().positive().transform(String),
]);

const changeSchema = z.object({ field: z.string(), value: z.unknown() });
const entrySchema = z.object({
  id: pushedIdSchema,
  changes: z.array(z.unknown()).optional(),
});
const pushSchema = z.object({ object: z.string(), entry: z.array(z.unknown()) });

/**
 * `{object, entry: [{id, changes: [{field, value}]}]}`. Instagram's own examples have it within a list, and a change that
 * stands in the entry itself. Whatever does not read so, tells nothing.
 */
export function readChanges(
  body: unknown,
  object: string,
  toPostId: (field: string, value: unknown) => string | null,
): PushedLook[] {
  return listOf(body).flatMap((item) => {
    const push = pushSchema.safeParse(item).data;
    if (push?.object !== object) return [];
    return push.entry.slice(0, changesMax).flatMap((one) => {
      const entry = entrySchema.safeParse(one).data;
      if (entry === undefined) return [];
      return (entry.changes ?? [one]).slice(0, changesMax).flatMap((each) => {
        const change = changeSchema.safeParse(each).data;
        const externalPostId = change === undefined ? null : toPostId(change.field, change.value);
        return externalPostId === null ? [] : [{ externalAccountId: entry.id, externalPostId }];
      });
    });
  });
}

/** One or several, as the senders please. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, changesMax) : [value];
}
