/** The one table of id prefixes. The id of a resource is `{prefix}_{cuid2}` (docs/contract.md#ids). */
export const idPrefixes = {
  workspace: 'ws',
  user: 'usr',
  membership: 'mem',
  apiKey: 'key',
  session: 'ses',
  invitation: 'inv',
  clientLink: 'cli',
  socialAccount: 'acc',
  connectSession: 'con',
  connectCandidate: 'cand',
  post: 'post',
  target: 'tgt',
  comment: 'cmt',
  commentNote: 'note',
  savedReply: 'srp',
  hashtagSet: 'hts',
  mediaAsset: 'med',
  attempt: 'att',
  change: 'chg',
  changeAttempt: 'cat',
  webhookEndpoint: 'whe',
  webhookDelivery: 'whd',
  webhookAttempt: 'wha',
  auditEntry: 'aud',
  request: 'req',
} as const;

export type IdKind = keyof typeof idPrefixes;

/**
 * Whether an id belongs to a reply to a comment, which is a publication without a post. Runs publish posts and such
 * replies.
 */
export const isReplyId = (id: string): boolean => id.startsWith(`${idPrefixes.target}_`);

/** Creates a new id. Filled in by context.ts, so that tests can supply their own. */
export type NewId = (kind: IdKind) => string;

export const idCharsMax = 64;
