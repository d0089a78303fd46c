import { noChanges, type ChangeRules, type EditRules, type RemoveRules } from '../../domain/changes.js';
import { amountOf, type Price, type PriceList } from '../../domain/costs.js';
import type { DeletableComments } from '../../domain/comments.js';
import type { JsonObject } from '../../domain/json.js';
import { partsPerPostMax } from '../../domain/limits.js';
import type { MediaRules } from '../../domain/media-rules.js';
import { platformNames } from '../../domain/platform-names.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import { isTextRequired, textUnitWords } from '../../domain/text-limits.js';
import type { ChoiceSearches } from '../../platforms/kit/choices.js';
import type { PlatformComments } from '../../platforms/kit/comments.js';
import type { ConnectScope } from '../../platforms/kit/connect.js';
import type {
  Platform,
  PlatformLimits,
  PlatformQuota,
  PublicationForm,
} from '../../platforms/kit/platform.js';
import {
  offersSandbox,
  redirectUriOf,
  toFieldViews,
  type CredentialFieldView,
} from '../shared/connecting/connect-views.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';

export interface PlatformView {
  platform: PlatformName;
  /** The platform's name as people know it. */
  label: string;
  /** Whether this installation can publish to the platform. If it cannot, all fields but `media` are null or empty. */
  supported: boolean;
  guarantee: PublishGuarantee | null;
  limits: PlatformLimitsView | null;
  optionsSchema: JsonObject | null;
  quotas: Omit<PlatformQuota, 'counts'>[];
  /** The platform's charges for publishing; null if it charges nothing. */
  prices: PriceListView | null;
  /** The options, as dotted paths, for which each account has its own list of values. */
  choices: readonly string[];
  /** The options whose values can be searched for. */
  searches: ChoiceSearchView[];
  /** How accounts are connected; null if this version cannot connect them. */
  connect: PlatformConnectView | null;
  comments: PlatformCommentsView;
  changes: PlatformChangesView;
  /** The rules for media, also of platforms that are not supported. */
  media: MediaRules | null;
}

interface ChoiceSearchView {
  option: string;
  /** Whether only the exact name is found. */
  exact: boolean;
  /** Whether the platform charges for each search. */
  paid: boolean;
}

interface PriceListView extends Omit<PriceList, 'prices'> {
  prices: (Omit<Price, 'thousandths'> & { amount: string })[];
}

export interface PlatformLimitsView extends PlatformLimits {
  /** A description of `textUnit` for people. */
  textUnitDescription: string;
  /** Like `textRequired`, for a post with media. */
  textRequiredWithMedia: boolean;
  /** How many parts a post can have, including the first. */
  partsMax: number;
}

/** The inbox features of a platform's accounts. */
export interface PlatformCommentsView {
  /** Whether comments under the accounts' posts are read and can be answered. */
  read: boolean;
  /**
   * Whether each comment that is read costs the operator money. If so, none are read until reading is enabled for an
   * account.
   */
  paidReads: boolean;
  /** The maximum age at which a comment is still found; null if there is no limit, or if comments are not read. */
  listedForMs: number | null;
  /** Whether comments of others can be hidden. */
  hide: boolean;
  /** The comments that can be deleted; null if none. */
  delete: DeletableComments | null;
}

/** How posts that are public can be changed; null where the platform has no call for it. */
export interface PlatformChangesView {
  remove: {
    perDayMax: number | null;
    /** The charge for each removal; null if there is none. */
    price: { currency: PriceList['currency']; amount: string } | null;
  } | null;
  edit: (Pick<EditRules, 'fields' | 'windowMs' | 'countMax' | 'needs'> & { pricedAsPost: boolean }) | null;
}

export interface PlatformConnectView {
  /** Whether real accounts can be connected, because the operator has set everything that they require. */
  configured: boolean;
  /** Whether accounts of the simulated platform can be connected. */
  sandbox: boolean;
  /** The redirect URL to register at the platform; null if it needs none. */
  redirectUri: string | null;
  scopes: ConnectScope[];
  /** The fields to type instead of granting access on the platform's page; null if there are none. */
  credentialFields: CredentialFieldView[] | null;
}

/** A plain post, to which general statements about a platform apply. */
const plainPost: PublicationForm = { options: null, replyTo: null, mediaClasses: [] };

/** Lists every platform with the same rules that drafts are checked against. Every credential may read them. */
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
      limits: connector === undefined ? null : viewLimits(connector),
      optionsSchema: connector?.optionsSchema ?? null,
      quotas: (connector?.quotas ?? []).map(({ rule, max, window, scope }) => ({ rule, max, window, scope })),
      prices: connector?.pricing === undefined ? null : viewPrices(connector.pricing.list),
      choices: connector?.choices?.options ?? [],
      searches: viewSearches(connector?.searches),
      connect: viewConnect(ctx, platform),
      comments: viewComments(connector?.comments),
      changes: viewChanges(connector?.changeRules ?? noChanges),
      media: mediaRules.get(platform) ?? null,
    };
  });
}

function viewLimits({ limits, parts }: Platform): PlatformLimitsView {
  return {
    ...limits,
    partsMax: parts === undefined ? 1 : 1 + partsPerPostMax,
    textUnitDescription: textUnitWords[limits.textUnit],
    textRequiredWithMedia: isTextRequired(limits, 1),
  };
}

function viewPrices({ prices, ...list }: PriceList): PriceListView {
  return {
    ...list,
    prices: prices.map(({ thousandths, ...price }) => ({ ...price, amount: amountOf(thousandths) })),
  };
}

const viewSearches = (searches: ChoiceSearches = {}): ChoiceSearchView[] =>
  Object.entries(searches).map(([option, { exact, paid }]) => ({ option, exact, paid }));

function viewComments(comments: PlatformComments | undefined): PlatformCommentsView {
  return {
    read: comments !== undefined,
    paidReads: comments?.paidReads ?? false,
    listedForMs: comments?.listedForMs ?? null,
    hide: comments?.hiding !== undefined,
    delete: comments?.deleting?.whose ?? null,
  };
}

function viewChanges({ removePosts, editPosts }: ChangeRules): PlatformChangesView {
  return { remove: removePosts && viewRemoval(removePosts), edit: editPosts && viewEdit(editPosts) };
}

const viewRemoval = ({ perDayMax, price }: RemoveRules): PlatformChangesView['remove'] => ({
  perDayMax: perDayMax ?? null,
  price: price === undefined ? null : { currency: price.currency, amount: amountOf(price.thousandths) },
});

const viewEdit = (rules: EditRules): PlatformChangesView['edit'] => {
  const { fields, windowMs, countMax, needs, pricedAsPost } = rules;
  return { fields, windowMs, countMax, needs, pricedAsPost: pricedAsPost ?? false };
};

/** How accounts are connected. The redirect URL and the fields are those of the real platform. */
export function viewConnect(
  deps: Pick<ServiceDeps, 'platforms' | 'connect'>,
  platform: PlatformName,
): PlatformConnectView | null {
  const connect = deps.platforms.get(platform)?.connect;
  if (connect === undefined) return null;
  const { redirect, credentials } = connect;
  return {
    configured: credentials !== null || redirect?.missingVariables.length === 0,
    sandbox: offersSandbox(deps, platform),
    redirectUri: redirect === null ? null : redirectUriOf(deps, platform, redirect),
    scopes: (redirect?.scopes ?? []).map(({ name, purpose, required }) => ({ name, purpose, required })),
    credentialFields: credentials === null ? null : toFieldViews(credentials.fields),
  };
}
