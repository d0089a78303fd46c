import { z } from 'zod';
import type { CommentPush, PushedLook } from '../comments.js';

/** The common parts of the notifications from Instagram, Facebook and Threads. */

/** The most changes that Meta sends in one notification (Graph API: "Webhooks"). */
const changesMax = 1_000;

export interface MetaPushApp {
  /** The secret of the app, which also signs the notifications. */
  clientSecret: string | null;
  webhookVerifyToken: string | null;
}

export function metaPush<Session>(
  { clientSecret, webhookVerifyToken }: MetaPushApp,
  parts: Pick<CommentPush<Session>, 'read' | 'subscribe'>,
): CommentPush<Session> {
  const push = { appSecret: clientSecret, verifyToken: webhookVerifyToken, ...parts };
  return { ...push, read: (body) => parts.read(body).slice(0, changesMax) };
}

/** The variable for the verify token. A short token could be guessed, and then another app could register the URL. */
export const verifyTokenVariable = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(200)
  .optional()
  .describe(
    'Enables comment notifications from Meta: a random string of at least 16 characters, which you also enter as the verify token in the app’s webhook settings. Without it, Punctual only polls for comments.',
  );

/** The id of an account or a post: digits, in two groups on Facebook. Some notifications contain it as a number. */
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
 * Reads the changes in `{object, entry: [{id, changes: [{field, value}]}]}`. Instagram's own examples wrap it
 * in a list, with the change in the entry itself. Parts that cannot be parsed are ignored.
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

/** Makes a list of a value that is one item or several, depending on the sender. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, changesMax) : [value];
}
