import type { RuleViolation } from '../../../domain/findings.js';
import type { Json, JsonObject } from '../../../domain/json.js';
import type { AccountChoices, Choice } from '../../../platforms/kit/platform.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { readChoices } from '../../choices/read-choices.js';
import { readDraftedMedia } from '../../media/drafted-media.js';
import type { RequestContext } from '../../shared/context.js';
import type { DraftedContent, DraftedTarget } from './platform-violations.js';
import { readTargetAccounts } from './target-accounts.js';

/** How long a request waits for its accounts' choices. After that the post is accepted without this check. */
const choicesCheckMsMax = 3_000;

interface Named {
  /** The path of the option, separated by dots. In a list, it includes the position. */
  path: string;
  option: string;
  value: string | boolean;
}

interface Checked {
  index: number;
  target: DraftedTarget;
  named: Named[];
}

/**
 * Finds options with a value that the account does not offer, and videos that are too long for the account. The result
 * has the order of the targets. Asks the platforms, so it must not be called within a transaction.
 */
export async function choiceViolations(
  ctx: RequestContext,
  content: DraftedContent,
  { draft }: { draft: boolean },
): Promise<RuleViolation[][]> {
  const violations = content.targets.map((): RuleViolation[] => []);
  const checked = content.targets.flatMap((target, index): Checked[] => {
    const options = ctx.platforms.get(target.platform)?.choices?.options ?? [];
    const named = namedIn(options, target.platformOptions);
    const hasMedia = target.mediaIds.length > 0 || content.mediaIds.length > 0;
    return named.length > 0 || (options.length > 0 && hasMedia) ? [{ index, target, named }] : [];
  });
  if (checked.length === 0) return violations;
  const accounts = await readTargetAccounts(
    ctx.db,
    checked.map(({ target }) => target),
  );
  await Promise.all(
    checked.map(async (one) => {
      const account = accounts.get(one.target.socialAccountId);
      // An account that must be reconnected has its own warning.
      if (account?.status !== 'ACTIVE') return;
      violations[one.index] = await violationsOf(ctx, content, one, account, draft);
    }),
  );
  return violations;
}

function namedIn(options: readonly string[], given: JsonObject | null): Named[] {
  return options.flatMap((option) => {
    const value = valueAt(given, option);
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one: Json | undefined, at): Named[] =>
      typeof one === 'string' || typeof one === 'boolean'
        ? [{ path: Array.isArray(value) ? `${option}.${at}` : option, option, value: one }]
        : [],
    );
  });
}

function valueAt(options: JsonObject | null, option: string): Json | undefined {
  return option.split('.').reduce<Json | undefined>((value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.hasOwn(value, name) ? value[name] : undefined;
  }, options ?? undefined);
}

async function violationsOf(
  ctx: RequestContext,
  content: DraftedContent,
  { target, named }: Checked,
  account: SocialAccountRow,
  draft: boolean,
): Promise<RuleViolation[]> {
  const videos = await videosOf(ctx, content, target);
  if (named.length === 0 && videos.length === 0) return [];
  const reading = await readChoices(ctx, account, ctx.choices.checkMsMax ?? choicesCheckMsMax);
  const severity = draft ? 'warning' : 'error';
  const field = 'platformOptions';
  if (reading?.kind === 'choices') {
    const gone = named.flatMap((one): RuleViolation[] => {
      const message = whyNot(one, reading.choices, target.platformOptions);
      if (message === null) return [];
      const how = `GET /social-accounts/${account.id}/choices lists what there is.`;
      return [
        { field, option: one.path, rule: 'choice_not_available', message: `${message} ${how}`, severity },
      ];
    });
    const { videoDurationMaxMs: limit } = reading.choices;
    const long = videos.flatMap(({ mediaIndex, actual }): RuleViolation[] => {
      if (limit === null || actual <= limit) return [];
      const message = `Videos of this account can be at most ${limit / 1000} seconds long.`;
      return [{ field: 'media', mediaIndex, rule: 'media_too_long', message, limit, actual, severity }];
    });
    return [...gone, ...long];
  }
  const [first] = named;
  if (reading === null || first === undefined) return [];
  const why = reading.kind === 'unavailable' ? reading.message : 'Reconnect the account.';
  const message = `The choices in platformOptions could not be checked. ${why}`;
  return [{ field, option: first.path, rule: 'choices_not_checked', message, severity: 'warning' }];
}

/** The reason why the account does not offer the value. Null if it offers the value. */
function whyNot(
  { option, value }: Named,
  { options: lists }: AccountChoices,
  given: JsonObject | null,
): string | null {
  const list = lists[option];
  if (list === undefined) return null;
  const known = list.filter((choice) => choice.value === value);
  if (known.length === 0) return `The account has no such ${option}, or it was removed.`;
  const isPlaced = ({ within }: Choice): boolean =>
    within === undefined || valueAt(given, within.option) === within.value;
  if (known.some(isPlaced)) return null;
  return `This ${option} does not belong to the ${known[0]?.within?.option ?? 'choice'} in platformOptions.`;
}

/** The videos of a target with their lengths, because an account's limit may be lower than its platform's. */
async function videosOf(
  ctx: RequestContext,
  { workspaceId, mediaIds: shared, mediaAltText }: DraftedContent,
  { mediaIds: own }: DraftedTarget,
): Promise<{ mediaIndex: number; actual: number }[]> {
  const ids = own.length > 0 ? own : shared;
  const media = await readDraftedMedia(ctx, workspaceId, ids, mediaAltText);
  return ids.flatMap((id, mediaIndex) => {
    const { kind, durationMs: actual } = media.get(id)?.facts ?? {};
    if (kind !== 'VIDEO' || actual === null || actual === undefined) return [];
    return [{ mediaIndex, actual }];
  });
}
