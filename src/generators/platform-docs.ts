import type { ChangeRules, EditRules } from '../domain/changes.js';
import { amountOf, type PriceList } from '../domain/costs.js';
import { partsPerPostMax } from '../domain/limits.js';
import { describeSlot, type MediaClass, type MediaRules } from '../domain/media-rules.js';
import type { PublishGuarantee } from '../domain/platforms.js';
import { textUnitWords } from '../domain/text-limits.js';
import { platformDefinitions } from '../platforms/index.js';
import { versionEndWords, type ApiVersion } from '../platforms/kit/api-version.js';
import type { ChoiceSearches } from '../platforms/kit/choices.js';
import { createPlatforms } from '../platforms/kit/create-platforms.js';
import type { PlatformComments } from '../platforms/kit/comments.js';
import { variablesOf, type PlatformDefinition } from '../platforms/kit/definition.js';
import { optionsSchemaOf } from '../platforms/kit/options.js';
import type { PartRules, Platform, PlatformLimits, PlatformQuota } from '../platforms/kit/platform.js';
import { certifiedCell } from './certified.js';
import { list, number, table } from './markdown.js';
import { comparedLines } from './official-descriptions.js';
import { kindsIn, optionRows } from './option-rows.js';

const title = `# Platforms

This page says what each platform takes, how safely Punctual publishes there, and what you need to connect it.
It is generated from \`src/platforms/\` by \`npm run openapi\`. Do not edit it by hand.

In the table, **Guarantee** says what Punctual does if the connection breaks after a publish call was sent, so that it does not know whether the
post is public. For example, X gives no way to mark a call, so sending it again might publish the post twice: X is *blind*. Bluesky does, and is
*keyed*: Punctual chooses the id of the post, so a repeated call changes nothing. The three cases are explained below the table.`;

const terms = `**Takes** lists what a post can consist of. *Text* means that a post can be text alone; posts with media can have text on every platform.

**Tested with** says what the connector has been run against. A *simulator* follows the platform's documentation: it accepts what is
documented and rejects everything else. The sandbox of \`npm start\` uses the same simulators, so you can try every platform without an account
there. *Compared with*, in the section of a platform, names the platform's own description of its API. A test compares it with every request of the
connector and every response of the simulator.

**Certified** says when [\`punctual certify\`](certify.md) has passed with a real account of the platform's live service, and with which version. *Not yet*
means that the connector has never been run against the live service, as far as this repository knows: run the command with an account of your own first.

**Guarantee** is one of these:

- *keyed*: a repeated call cannot publish the post twice. Punctual looks for the post by its id, and sends the call again if it is not there.
- *queryable*: the platform reliably says whether the post is public. Punctual asks, and sends the call again only if the platform has denied it
  twice in a row.
- *blind*: the platform may show that the post is public, but it cannot prove that it is not. Punctual searches for the post. If exactly one post
  matches, the target is published. Otherwise Punctual does not send the call again: the target fails with \`PUBLISH_UNCONFIRMED\`, and you decide.

**Options** are what you send as \`platformOptions\` of a target. They belong to the platform of the target's account. You can leave out
\`platformOptions.platform\`; if you send it, it must be that platform.

A post that breaks a rule of its platform is rejected with 422 \`PLATFORM_RULE_VIOLATION\`. The response names the field, the rule, the limit and
what you sent. A file of a type that its place does not accept is rejected with 400 \`UNSUPPORTED_MIME\`. \`POST /posts/validate\` checks a post without storing it. \`GET /platforms\` returns limits, media rules and options
as JSON, and [media.md](media.md) lists the media limits in full.

**Once it is public** says whether a post can be [removed or edited](after-publishing.md) there.

**Daily limit** is what the platform documents. Punctual warns of a post that would exceed it, and does not refuse the post: it waits until the
platform accepts it, for up to 24 hours. If a platform reports an account's own limit, that one counts.

Some platforms **fetch media** from a public URL instead of receiving uploads. They fetch them from \`PUBLIC_URL\`, even if the files are in a
bucket. Only an installation without \`PUBLIC_URL\`, which cannot be a production one, gives them a URL of the bucket.
`;

/** Returns the text of docs/platforms.md: a table of all platforms, the terms, and a section for each platform. */
export function platformsMarkdown(definitions: readonly PlatformDefinition[] = platformDefinitions): string {
  const known = withConnectors(definitions);
  const rows = known.map(({ definition, platform }) => overviewRow(definition, platform));
  const overview = table(
    ['Platform', 'Takes', 'Guarantee', 'What you need', 'How to connect', 'Tested with', 'Certified'],
    rows,
  );
  const sections = known.map(({ definition, platform }) => section(definition, platform));
  return [`${title}\n\n${overview}\n\n${terms}`, ...sections].join('\n');
}

function withConnectors(definitions: readonly PlatformDefinition[]) {
  const registry = createPlatforms({
    definitions,
    fetchFor: () => () => Promise.reject(new Error('A document is made without a network.')),
    clock: { now: () => new Date(0) },
  });
  return definitions.map((definition) => ({ definition, platform: registry.get(definition.name) }));
}

/** The names of the platforms where some or all posts have the guarantee. */
export function platformsWith(guarantee: PublishGuarantee): string[] {
  return withConnectors(platformDefinitions).flatMap(({ definition, platform }) =>
    platform !== undefined && guaranteesOf(platform, definition).includes(guarantee)
      ? [definition.label]
      : [],
  );
}

function overviewRow(definition: PlatformDefinition, platform: Platform | undefined): string[] {
  const { label, path, mediaRules, mainNeed, testedWith } = definition;
  const guide = platform?.connect === undefined ? 'not possible yet' : `[guide](connect/${path}.md)`;
  const guarantees = platform === undefined ? 'none yet' : guaranteesOf(platform, definition).join(' or ');
  return [
    `[${label}](#${path})`,
    takesLine(mediaRules),
    guarantees,
    mainNeed,
    guide,
    testedWith,
    certifiedCell(path),
  ];
}

/** Summarizes what a post may contain, such as "text; up to 4 images; 1 video". */
function takesLine({ slots, required }: MediaRules): string {
  const most = (media: 'image' | 'video'): number =>
    Math.max(0, ...slots.filter((slot) => slot[media] !== null).map(({ itemsMax }) => itemsMax));
  const parts: [number, string, string][] = [
    [required ? 0 : 1, 'text', 'text'],
    [most('image'), '1 image', `up to ${most('image')} images`],
    [most('video'), '1 video', `up to ${most('video')} videos`],
  ];
  return parts.flatMap(([count, one, many]) => (count === 0 ? [] : [count === 1 ? one : many])).join('; ');
}

/** The guarantees of all kinds and forms of post on the platform, each once. */
function guaranteesOf(platform: Platform, { mediaRules, options }: PlatformDefinition): PublishGuarantee[] {
  const kinds = [null, ...kindsIn(optionsSchemaOf(options))];
  const all = kinds.flatMap((kind) => guaranteesOfKind(platform, mediaRules, kind, ''));
  return [...new Set(all.map(({ guarantee }) => guarantee))];
}

function section(definition: PlatformDefinition, platform: Platform | undefined): string {
  const { label, name, mediaRules, options, cannot } = definition;
  const schema = optionsSchemaOf(options);
  const rows = optionRows(schema);
  const parts = [
    `## ${label}`,
    `\`${name}\``,
    ...(platform === undefined
      ? ['**Not built yet:** posts cannot be scheduled for it.', list([mediaLine(definition)])]
      : [list(factsOf(definition, platform))]),
    '### Options',
    rows.length === 0 ? 'None.' : table(['Option', 'Takes', 'Default', 'Required', 'Description'], rows),
    ...(platform === undefined
      ? []
      : ['### Guarantee', list(guaranteeLines(platform, mediaRules, kindsIn(schema)))]),
    ...(cannot.length === 0 ? [] : ['### What Punctual cannot do there', list(cannot)]),
    ...comparedOf(name),
    ...needsOf(definition),
  ];
  return `${parts.join('\n\n')}\n`;
}

function factsOf(
  definition: PlatformDefinition,
  {
    limits,
    quotas = [],
    pricing,
    parts,
    choices,
    searches = {},
    comments,
    changeRules,
    datedVersion,
  }: Platform,
): string[] {
  const fields = choices?.options ?? [];
  return [
    `**Text:** ${textLine(limits)}.`,
    mediaLine(definition),
    `**Parts:** ${partsLine(parts)}.`,
    `**First comment:** ${commentLine(limits)}.`,
    `**Inbox:** ${inboxLine(comments)}.`,
    `**Daily limit:** ${quotas.length === 0 ? 'none that Punctual knows of' : quotas.map(quotaLine).join('; ')}.`,
    ...changeLines(changeRules),
    ...(pricing === undefined ? [] : [`**Price:** ${priceLine(pricing.list)}`]),
    ...(fields.length === 0
      ? []
      : [
          `**Values that depend on the account:** ${fields.map((field) => `\`${field}\``).join(', ')}. \`GET /social-accounts/{id}/choices\` lists them; other values are rejected.`,
        ]),
    ...searchLines(searches),
    ...(datedVersion === undefined ? [] : [versionLine(datedVersion)]),
  ];
}

function versionLine(dated: ApiVersion): string {
  const { variable, version } = dated;
  const end = versionEndWords(dated) ?? 'no end is known';
  return `**Version of the API:** ${version}, which \`${variable}\` changes; ${end}. \`punctual doctor\` warns 60 days before.`;
}

const hourMs = 60 * 60 * 1000;

/** Says how a post that is public can be changed. */
function changeLines({ removePosts, removeComments, commentsGoWithPost, editPosts }: ChangeRules): string[] {
  if (removePosts === null && editPosts === null)
    return ['**Once it is public:** it can neither be removed nor edited.'];
  const first = removeComments === null ? '' : ', after its first comment; replies of others stay';
  const comments = commentsGoWithPost === true ? ', with its comments' : first;
  const perDay =
    removePosts?.perDayMax === undefined ? '' : `; at most ${removePosts.perDayMax} removals in 24 hours`;
  const price =
    removePosts?.price === undefined
      ? ''
      : `; each removal costs ${amountOf(removePosts.price.thousandths)} ${removePosts.price.currency}`;
  const removal = removePosts === null ? 'cannot be removed' : `can be removed${comments}${perDay}${price}`;
  return [`**Once it is public:** it ${removal}. ${editLine(editPosts)}`];
}

function editLine(rules: EditRules | null): string {
  if (rules === null) return 'Its text cannot be edited.';
  const { fields, windowMs, countMax, needs, changesId, pricedAsPost } = rules;
  const within = windowMs === null ? '' : `, within ${windowMs / hourMs} hour of publication`;
  const times = countMax === null ? '' : `, at most ${countMax} times`;
  const who = needs === null ? '' : `, by accounts with ${needs}`;
  const id = changesId ? ' Each edit gives it another id and URL.' : '';
  const price = pricedAsPost === true ? ' An edit costs what a post with the new text costs.' : '';
  return `Its ${fields.join(' and ')} can be edited${within}${times}${who}.${id}${price}`;
}

function searchLines(searches: ChoiceSearches): string[] {
  const found = Object.entries(searches).map(([option, { exact, paid, by = 'the exact name' }]) => {
    const how = `by ${exact ? by : 'a similar name'}`;
    return `\`${option}\` ${how}${paid ? ', which the platform charges for' : ''}`;
  });
  if (found.length === 0) return [];
  return [`**Search:** ${found.join('; ')} (\`GET /social-accounts/{id}/choices?option=…&q=…\`).`];
}

function textLine({ textMax, textUnit, textBytesMax, textRequired }: PlatformLimits): string {
  const bytes = textBytesMax === null ? '' : `, and up to ${number(textBytesMax)} bytes in UTF-8`;
  return `up to ${number(textMax)} ${textUnitWords[textUnit]}${bytes}; ${textRequired ? 'required unless the post has media' : 'optional'}`;
}

function mediaLine({ name, mediaRules: { slots, required } }: PlatformDefinition): string {
  const arrangements = slots.map(
    (slot) => describeSlot(slot) + (slot.optionKind === null ? '' : ` (\`kind: ${slot.optionKind}\`)`),
  );
  const taken = arrangements.length === 0 ? 'none' : arrangements.join('; ');
  return `**Media:** ${taken}; ${required ? 'required' : 'optional'}. [All limits](media.md#${name.toLowerCase()}).`;
}

function commentLine({ firstComment, firstCommentMax }: PlatformLimits): string {
  if (!firstComment) return 'not supported';
  return firstCommentMax === null
    ? 'the same length limit as the text'
    : `up to ${number(firstCommentMax)}, counted like the text`;
}

function partsLine(parts: PartRules | undefined): string {
  if (parts === undefined) return 'one';
  const shared = parts.options.map((name) => `\`${name}\``);
  const options =
    shared.length === 0
      ? 'options belong to the first'
      : `${shared.join(', ')} apply to all, other options to the first`;
  return `up to ${1 + partsPerPostMax}, each a reply to the one before; ${options}`;
}

const dayMs = 24 * 60 * 60 * 1000;

function inboxLine(comments: PlatformComments | undefined): string {
  if (comments === undefined) return 'no; comments cannot be read or replied to';
  const { paidReads, listedForMs, hiding, deleting } = comments;
  const parts = [
    'comments can be read and replied to',
    ...(listedForMs === undefined ? [] : [`only those of the last ${Math.ceil(listedForMs / dayMs)} days`]),
    ...(hiding === undefined
      ? []
      : [`comments of others${hiding.topLevelOnly === true ? ' on the post itself' : ''} can be hidden`]),
    ...(deleting === undefined
      ? []
      : [`${deleting.whose === 'ALL' ? 'all comments' : 'your own comments'} can be deleted`]),
    ...(paidReads === true
      ? ['the platform charges for each comment read, so reading is off until you turn it on for the account']
      : []),
  ];
  return parts.join('; ');
}

function quotaLine({ max, rule, window, scope, note }: PlatformQuota): string {
  const what = rule.replace(/_per_day$/, '').replaceAll('_', ' ');
  const when =
    window === 'rolling-day' ? 'in 24 hours' : `a day, counted from midnight in ${window.midnightIn}`;
  const whose = scope === 'account' ? 'for each account' : 'for the whole installation';
  const aside = note === undefined ? '' : ` (${note})`;
  return `${number(max)} ${what} ${when} ${whose}${aside}`;
}

function priceLine({ prices, currency, asOf, source }: PriceList): string {
  const each = prices.map(
    ({ description, thousandths }) => `${amountOf(thousandths)} ${currency}: ${description}`,
  );
  return `${each.join(' ')} These are the [list prices](${source}) of ${asOf}. [What a post costs](requests.md#what-a-post-costs) is estimated before you schedule it.`;
}

interface Form {
  name: string;
  mediaClasses: readonly MediaClass[];
}

const text: Form = { name: 'text', mediaClasses: [] };

/** The forms of post that a kind allows, such as "one image". Guarantees may differ between forms. */
function formsOf(rules: MediaRules, kind: string | null): Form[] {
  const { slots, required } = rules;
  const own = slots.filter(({ optionKind }) => optionKind === kind);
  const taken: [boolean, Form][] = [
    [kind === null && !required, text],
    [
      own.some(({ image, itemsMin }) => image !== null && itemsMin <= 1),
      { name: 'one image', mediaClasses: ['image'] },
    ],
    [
      own.some(({ image, itemsMax }) => image !== null && itemsMax > 1),
      { name: 'several images', mediaClasses: ['image', 'image'] },
    ],
    [own.some(({ video }) => video !== null), { name: 'a video', mediaClasses: ['video'] }],
    [own.some(({ document }) => document !== null), { name: 'a document', mediaClasses: ['document'] }],
  ];
  const forms = taken.flatMap(([isTaken, form]) => (isTaken ? [form] : []));
  // A kind without its own media rules, such as a poll, has those of every post.
  return forms.length === 0 && kind !== null ? formsOf(rules, null) : forms;
}

interface Guaranteed {
  name: string;
  guarantee: PublishGuarantee;
}

/** The guarantee of each form of a kind. If all have the same one, returns a single entry with the name `all`. */
function guaranteesOfKind(
  platform: Platform,
  rules: MediaRules,
  kind: string | null,
  all: string,
): Guaranteed[] {
  const options = kind === null ? null : { kind };
  const forms = formsOf(rules, kind).map(({ name, mediaClasses }) => ({
    name: kind === null ? name : `${name} with \`kind: ${kind}\``,
    guarantee: platform.guaranteeOf({ options, mediaClasses, replyTo: null }),
  }));
  return inOne(forms, all);
}

function inOne(parts: readonly Guaranteed[], name: string): Guaranteed[] {
  const guarantees = [...new Set(parts.map(({ guarantee }) => guarantee))];
  return guarantees.length === 1 ? guarantees.map((guarantee) => ({ name, guarantee })) : [...parts];
}

/** Returns a line for each guarantee, which lists the posts and comments that have it. */
function guaranteeLines(platform: Platform, rules: MediaRules, kinds: readonly string[]): string[] {
  const allPlain = kinds.length === 0 ? 'every post' : 'a post without `kind`';
  const posts = inOne(
    [
      ...guaranteesOfKind(platform, rules, null, allPlain),
      ...kinds.flatMap((kind) => guaranteesOfKind(platform, rules, kind, `\`kind: ${kind}\``)),
    ],
    'every post',
  );
  const replyTo = { externalPostId: '', reference: null };
  const comment = platform.guaranteeOf({ options: null, replyTo, mediaClasses: [] });
  const parts = [
    ...posts,
    ...(platform.parts === undefined ? [] : [{ name: 'further parts', guarantee: comment }]),
    ...(platform.limits.firstComment ? [{ name: 'the first comment', guarantee: comment }] : []),
  ];
  return [...new Set(parts.map(({ guarantee }) => guarantee))].map((guarantee) => {
    const names = parts.filter((part) => part.guarantee === guarantee).map(({ name }) => name);
    return `*${guarantee}*: ${names.join(', ')}.`;
  });
}

function comparedOf(name: string): string[] {
  const lines = comparedLines(name);
  return lines.length === 0 ? [] : ['### Compared with', list(lines)];
}

function needsOf(definition: PlatformDefinition): string[] {
  const { operatorNeeds } = definition;
  const variables = variablesOf(definition).map(({ name, byDefault, description }) => [
    `\`${name}\``,
    byDefault === null ? '' : `\`${byDefault}\``,
    description,
  ]);
  if (variables.length === 0 && operatorNeeds.length === 0) return [];
  return [
    '### What you need',
    `[How to connect](connect/${definition.path}.md) describes each step.`,
    ...(operatorNeeds.length === 0 ? [] : [list(operatorNeeds)]),
    ...(variables.length === 0 ? [] : [table(['Variable', 'Default', 'Meaning'], variables)]),
  ];
}
