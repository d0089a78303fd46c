import { describeSlot, type MediaClass, type MediaRules } from '../domain/media-rules.js';
import type { PublishGuarantee } from '../domain/platforms.js';
import { platformDefinitions } from '../platforms/index.js';
import { createPlatforms } from '../platforms/kit/create-platforms.js';
import type { PlatformComments } from '../platforms/kit/comments.js';
import { variablesOf, type PlatformDefinition } from '../platforms/kit/definition.js';
import { optionsSchemaOf } from '../platforms/kit/options.js';
import type { Platform, PlatformLimits, PlatformQuota } from '../platforms/kit/platform.js';
import { list, number, table } from './markdown.js';
import { kindsIn, optionRows } from './option-rows.js';

const preface = `# What each platform takes

Made from \`src/platforms/*\` by \`npm run openapi\`. Do not edit it by hand. \`GET /platforms\` gives limits, media rules and options as JSON;
[media.md](media.md) has the figures of each arrangement of media.

- \`platformOptions\` of a target are those of its account's platform. \`platform\` in them may be left out; another one's is refused.
- What breaks a rule is answered with 422 \`PLATFORM_RULE_VIOLATION\`, with the path of the input, the rule, its limit and what was sent.
- A guarantee says what can be known of a post whose call was sent and got no answer:
  - *keyed*: a repeated call cannot double it. It is repeated until it is public.
  - *queryable*: the platform tells whether it is public, and proves it where it is not. Only then is it sent again.
  - *blind*: the platform may show that it is public and never proves that it is not. It is not sent again by itself: where it is not
    seen, the target fails with \`PUBLISH_UNCONFIRMED\`.
`;

/** docs/platforms.md, as the definitions and connectors have it. */
export function platformsMarkdown(definitions: readonly PlatformDefinition[] = platformDefinitions): string {
  const registry = createPlatforms({
    definitions,
    fetchFor: () => () => Promise.reject(new Error('A document is made without a network.')),
    clock: { now: () => new Date(0) },
  });
  const sections = definitions.map((definition) => section(definition, registry.get(definition.name)));
  return [preface, ...sections].join('\n');
}

function section(definition: PlatformDefinition, platform: Platform | undefined): string {
  const { label, name, mediaRules, options, cannot } = definition;
  const schema = optionsSchemaOf(options);
  const rows = optionRows(schema);
  const parts = [
    `## ${label}`,
    `\`${name}\``,
    ...(platform === undefined
      ? ['**Not built yet:** nothing can be scheduled there.', list([mediaLine(definition)])]
      : [list(factsOf(definition, platform))]),
    '### Options',
    rows.length === 0 ? 'None.' : table(['Option', 'Takes', 'Default', 'Required', 'Description'], rows),
    ...(platform === undefined
      ? []
      : ['### Guarantee', list(guaranteeLines(platform, mediaRules, kindsIn(schema)))]),
    ...(cannot.length === 0 ? [] : ['### What it cannot do', list(cannot)]),
    ...needsOf(definition),
  ];
  return `${parts.join('\n\n')}\n`;
}

function factsOf(
  definition: PlatformDefinition,
  { limits, quotas = [], choices, comments }: Platform,
): string[] {
  const fields = choices?.options ?? [];
  return [
    `**Text:** ${textLine(limits)}.`,
    mediaLine(definition),
    `**First comment:** ${commentLine(limits)}.`,
    `**Inbox:** ${inboxLine(comments)}.`,
    ...(quotas.length === 0 ? [] : [`**A day takes:** ${quotas.map(quotaLine).join('; ')}.`]),
    ...(fields.length === 0
      ? []
      : [
          `**To choose from, by account:** ${fields.map((field) => `\`${field}\``).join(', ')}. A post that names another value is refused.`,
        ]),
  ];
}

const unitNames: Readonly<Record<PlatformLimits['textUnit'], string>> = {
  weighted: 'characters as X weighs them',
  graphemes: 'grapheme clusters (what people see as one character)',
  characters: 'characters, an emoji as its bytes',
  utf16: 'UTF-16 code units (most emoji are two)',
  bytes: 'bytes of UTF-8',
};

function textLine({ textMax, textUnit, textBytesMax, textRequired }: PlatformLimits): string {
  const bytes = textBytesMax === null ? '' : `, and ${number(textBytesMax)} bytes`;
  return `up to ${number(textMax)} ${unitNames[textUnit]}${bytes}; ${textRequired ? 'required where there are no media' : 'optional'}`;
}

function mediaLine({ name, mediaRules: { slots, required } }: PlatformDefinition): string {
  const arrangements = slots.map(
    (slot) => describeSlot(slot) + (slot.optionKind === null ? '' : ` (\`kind: ${slot.optionKind}\`)`),
  );
  const taken = arrangements.length === 0 ? 'none' : arrangements.join('; ');
  return `**Media:** ${taken}; ${required ? 'required' : 'optional'}. [Figures](media.md#${name.toLowerCase()}).`;
}

function commentLine({ firstComment, firstCommentMax }: PlatformLimits): string {
  if (!firstComment) return 'not taken';
  return firstCommentMax === null
    ? 'as long as the text'
    : `up to ${number(firstCommentMax)}, counted as the text is`;
}

const dayMs = 24 * 60 * 60 * 1000;

function inboxLine(comments: PlatformComments | undefined): string {
  if (comments === undefined) return 'none; comments are neither read nor answered';
  const { paidReads, listedForMs } = comments;
  const parts = [
    'comments are read and answered',
    ...(listedForMs === undefined ? [] : [`those of the last ${Math.ceil(listedForMs / dayMs)} days`]),
    ...(paidReads === true
      ? ['each that is read is paid for, so none are until reading is switched on for the account']
      : []),
  ];
  return parts.join('; ');
}

function quotaLine({ max, rule, window, scope }: PlatformQuota): string {
  const what = rule.replace(/_per_day$/, '').replaceAll('_', ' ');
  const when =
    window === 'rolling-day' ? '24 hours' : `a day that begins at midnight in ${window.midnightIn}`;
  const whose = scope === 'account' ? 'of an account' : 'of the whole installation';
  return `${number(max)} ${what} ${whose} in ${when}`;
}

interface Form {
  name: string;
  mediaClasses: readonly MediaClass[];
}

const text: Form = { name: 'a text', mediaClasses: [] };

/** What is published there of a kind, or without one, as far as guarantees may differ by it. */
function formsOf(rules: MediaRules, kind: string | null): Form[] {
  const { slots, required } = rules;
  const own = slots.filter(({ optionKind }) => optionKind === kind);
  const taken: [boolean, Form][] = [
    [kind === null && !required, text],
    [
      own.some(({ image, itemsMin }) => image !== null && itemsMin <= 1),
      { name: 'one picture', mediaClasses: ['image'] },
    ],
    [
      own.some(({ image, itemsMax }) => image !== null && itemsMax > 1),
      { name: 'several pictures', mediaClasses: ['image', 'image'] },
    ],
    [own.some(({ video }) => video !== null), { name: 'a video', mediaClasses: ['video'] }],
  ];
  const forms = taken.flatMap(([isTaken, form]) => (isTaken ? [form] : []));
  // A kind without an arrangement of its own, such as a poll, has those of every post.
  return forms.length === 0 && kind !== null ? formsOf(rules, null) : forms;
}

interface Guaranteed {
  name: string;
  guarantee: PublishGuarantee;
}

/** Forms of a kind, in one where they do not differ. */
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

/** A line for each guarantee, with what has it. */
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
  const parts = platform.limits.firstComment
    ? [...posts, { name: 'the first comment', guarantee: comment }]
    : posts;
  return [...new Set(parts.map(({ guarantee }) => guarantee))].map((guarantee) => {
    const names = parts.filter((part) => part.guarantee === guarantee).map(({ name }) => name);
    return `*${guarantee}*: ${names.join(', ')}.`;
  });
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
    '### What the operator needs',
    ...(operatorNeeds.length === 0 ? [] : [list(operatorNeeds)]),
    ...(variables.length === 0 ? [] : [table(['Variable', 'Default', 'Meaning'], variables)]),
  ];
}
