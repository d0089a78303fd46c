import { amountOf } from '../../domain/costs.js';
import type { PlatformDefinition } from '../../platforms/kit/definition.js';
import type { Publication } from '../../platforms/kit/platform.js';
import { deletionOf, missingScopeOf } from './clean-up.js';
import { plannedSteps } from './run-steps.js';
import { commentText, draftOf, faultOf, mediaWord, type DraftParts } from './steps.js';
import type { CertifyParts } from './sitting.js';

/** The parts of a run that are known before it calls the platform. */
export type PlanParts = DraftParts & Pick<CertifyParts, 'platform' | 'skip' | 'scopes'>;

type What = 'text' | 'image' | 'video' | 'first comment';

/** The publications that a run will make, in their order. */
function publicationsOf(parts: PlanParts): What[] {
  const steps = plannedSteps(parts, parts.skip);
  const posts: What[] = [
    ...(steps.includes('text') ? ['text' as const] : []),
    ...(steps.includes('media') ? [mediaWord(parts)] : []),
  ];
  return steps.includes('first-comment') && posts.length > 0 ? [...posts, 'first comment'] : posts;
}

/**
 * The reasons why posts with the options of the person would be refused, as far as they can be known without the
 * platform. A missing value may be among those that the platform lists later.
 */
export function planFaults(parts: PlanParts): string[] {
  return publicationsOf(parts).flatMap((what) => {
    if (what === 'first comment') return [];
    const fault = faultOf(parts, draftOf(parts, what));
    return fault === undefined || fault.isMissing === true
      ? []
      : [`--options, for the ${what}: ${fault.message}`];
  });
}

/** Tells a person which posts a run will publish, and which of them will remain. */
export function planLines(parts: PlanParts, { label, path, certification }: PlatformDefinition): string[] {
  const publications = publicationsOf(parts);
  if (publications.length === 0) return ['  nothing: it only reads'];
  return [
    `  ${listed(publications.map(withArticle))}`,
    `  Seen by: ${certification.seenBy}`,
    `  Costs: ${costsOf(parts, publications, certification)} (src/platforms/${path}/README.md)`,
    ...remainderOf(parts, publications, label),
    '  Ctrl-C stops it, and deletes as well. What remains is named in the end, with its URL.',
    '  It takes a few minutes, or longer if the platform shows posts late.',
  ];
}

function remainderOf(parts: PlanParts, publications: What[], label: string): string[] {
  const left = publications.filter((what) => !isDeleted(parts, what));
  if (left.length === 0) return ['  In the end it deletes all of this.'];
  const kept = left.map((what) => `the ${what}`);
  return [
    `  Stays there: ${listed(kept)}. ${whyKept(parts, left, label)}`,
    `  To delete ${left.length === 1 ? 'it' : 'them'} yourself: ${parts.certification.deleteByHand}`,
  ];
}

function whyKept(parts: PlanParts, left: readonly What[], label: string): string {
  const things = left.some((what) => what !== 'first comment') ? 'posts' : 'comments';
  const scope = left.map((what) => missingScopeOf(parts, placeOf(what))).find((each) => each !== undefined);
  return scope === undefined
    ? `Punctual cannot delete ${things} on ${label}.`
    : `Punctual deletes ${things} on ${label} with the permission ${scope}, which the account has not granted.`;
}

const placeOf = (what: What): Pick<Publication, 'replyTo'> => ({
  replyTo: what === 'first comment' ? { externalPostId: '', reference: null } : null,
});

const isDeleted = (parts: PlanParts, what: What): boolean => deletionOf(parts, placeOf(what)) !== undefined;

/** The sum by the platform's list prices, and its charges in words. */
function costsOf(
  parts: PlanParts,
  publications: What[],
  { costs, readPrices }: PlanParts['certification'],
): string {
  const { pricing, changeRules } = parts.platform;
  if (pricing === undefined) return costs ?? 'none that Punctual knows of';
  const { asOf, currency, source } = pricing.list;
  const priced = publications.map((what) => {
    const draft = draftOf(parts, what === 'first comment' ? 'text' : what);
    const charged = what === 'first comment' ? { ...draft, text: commentText(parts) } : draft;
    const charges = pricing.chargesFor(charged);
    return {
      what,
      thousandths: charges.reduce((sum, { price, count }) => sum + price.thousandths * count, 0),
    };
  });
  const reads =
    readPrices === undefined ? 0 : readPrices.account + readPrices.publication * publications.length;
  const deletions = publications.length * (changeRules.removePosts?.price?.thousandths ?? 0);
  const sum = priced.reduce((total, { thousandths }) => total + thousandths, reads + deletions);
  const items = [
    ...priced.map(({ what, thousandths }) => `${what} ${amountOf(thousandths)}`),
    ...(reads === 0 ? [] : [`reading them ${amountOf(reads)}`]),
    ...(deletions === 0 ? [] : [`deleting them ${amountOf(deletions)}`]),
  ];
  const words = `about ${currency} ${amountOf(sum)} (${items.join(', ')}) by the prices of ${asOf}, ${source}`;
  return costs === undefined ? words : `${words}. ${costs}`;
}

const withArticle = (what: What): string => (what === 'image' ? 'an image' : `a ${what}`);

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
