/** The one table of id prefixes. An id is `{prefix}_{cuid2}`; see spec, "Prefixed cuid". */
export const idPrefixes = {
  workspace: 'ws',
  user: 'usr',
  membership: 'mem',
  apiKey: 'key',
  session: 'ses',
  invitation: 'inv',
  socialAccount: 'acc',
  connectSession: 'con',
  connectCandidate: 'cand',
  post: 'post',
  target: 'tgt',
  comment: 'cmt',
  /** The post that carries a reply to a comment; no operation on posts knows it. */
  reply: 'rep',
  mediaAsset: 'med',
  attempt: 'att',
  webhookEndpoint: 'whe',
  webhookDelivery: 'whd',
  webhookAttempt: 'wha',
  request: 'req',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Mints a new id of a kind. Filled by context.ts, so that tests may supply their own. */
export type NewId = (kind: IdKind) => string;

export const idCharsMax = 64;
