import type { JsonObject } from '../../domain/json.js';
import type { MediaRules } from '../../domain/media-rules.js';
import { platformNames } from '../../domain/platform-names.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import { isTextRequired, textUnitWords } from '../../domain/text-limits.js';
import type { PlatformComments } from '../../platforms/kit/comments.js';
import type { ConnectScope } from '../../platforms/kit/connect.js';
import type { PlatformLimits, PlatformQuota, PublicationForm } from '../../platforms/kit/platform.js';
import { redirectUriOf, toFieldViews, type CredentialFieldView } from '../shared/connecting/connect-views.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';

export interface PlatformView {
  platform: PlatformName;
  /** As people know it. */
  label: string;
  /** Whether this installation can publish there. If it cannot, all fields but `media` are null or empty. */
  supported: boolean;
  guarantee: PublishGuarantee | null;
  limits: PlatformLimitsView | null;
  optionsSchema: JsonObject | null;
  quotas: Omit<PlatformQuota, 'counts'>[];
  /** The options, as paths with dots, whose values each account has a list of. */
  choices: readonly string[];
  /** How its accounts are connected; null: not by this version. */
  connect: PlatformConnectView | null;
  comments: PlatformCommentsView;
  /** Known for every platform. */
  media: MediaRules | null;
}

export interface PlatformLimitsView extends PlatformLimits {
  /** `textUnit` in words. */
  textUnitDescription: string;
  /** As `textRequired`, of a post with media. */
  textRequiredWithMedia: boolean;
}

/** The inbox features of its accounts. */
export interface PlatformCommentsView {
  /** Whether comments under their posts are read, and can be answered. */
  read: boolean;
  /** Each that is read costs the operator: none are, until reading is switched on for an account. */
  paidReads: boolean;
  /** How old a comment may be to be found; null: of any age, or none is read. */
  listedForMs: number | null;
}

export interface PlatformConnectView {
  /** Whether real accounts can be connected: nothing that the operator must set is missing. */
  configured: boolean;
  /** The redirect URL to register at the platform; null if it needs none. */
  redirectUri: string | null;
  scopes: ConnectScope[];
  /** The fields to type instead of granting access on the platform's page; null if there are none. */
  credentialFields: CredentialFieldView[] | null;
}

/** The usual post: general statements about a platform are about this kind. */
const plainPost: PublicationForm = { options: null, replyTo: null, mediaClasses: [] };

/** Every platform, with the same tables that drafts are checked against. Open to every credential. */
export function listPlatforms(ctx: RequestContext): PlatformView[] {
  const { platforms: registry } = ctx;
  const { rules: mediaRules } = ctx.media;
  return platformNames.map((platform) => {
    const connector = registry.get(platform);
    return {
      platform,
      label: ctx.connect.names.get(platform)?.label ?? platform,
      supported: connector !== undefined,
      guarantee: connector?.guaranteeOf(plainPost) ?? null,
      limits: connector === undefined ? null : viewLimits(connector.limits),
      optionsSchema: connector?.optionsSchema ?? null,
      quotas: (connector?.quotas ?? []).map(({ rule, max, window, scope }) => ({ rule, max, window, scope })),
      choices: connector?.choices?.options ?? [],
      connect: viewConnect(ctx, platform),
      comments: viewComments(connector?.comments),
      media: mediaRules.get(platform) ?? null,
    };
  });
}

function viewLimits(limits: PlatformLimits): PlatformLimitsView {
  return {
    ...limits,
    textUnitDescription: textUnitWords[limits.textUnit],
    textRequiredWithMedia: isTextRequired(limits, 1),
  };
}

function viewComments(comments: PlatformComments | undefined): PlatformCommentsView {
  return {
    read: comments !== undefined,
    paidReads: comments?.paidReads ?? false,
    listedForMs: comments?.listedForMs ?? null,
  };
}

/** The connection to the real platform. */
export function viewConnect(
  deps: Pick<ServiceDeps, 'platforms' | 'connect'>,
  platform: PlatformName,
): PlatformConnectView | null {
  const connect = deps.platforms.get(platform)?.connect;
  if (connect === undefined) return null;
  const { redirect, credentials } = connect;
  return {
    configured: credentials !== null || redirect?.missingVariables.length === 0,
    redirectUri: redirect === null ? null : redirectUriOf(deps, platform, redirect),
    scopes: (redirect?.scopes ?? []).map(({ name, purpose, required }) => ({ name, purpose, required })),
    credentialFields: credentials === null ? null : toFieldViews(credentials.fields),
  };
}
