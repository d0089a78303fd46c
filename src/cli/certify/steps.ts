import type { CertifyStep } from '../../platforms/kit/certification.js';
import type { PlatformComment } from '../../platforms/kit/comments.js';
import type { Publication, PublicationDraft } from '../../platforms/kit/platform.js';
import { cleanUp, deletionOf } from './clean-up.js';
import { findAgain, publish, repeat } from './publish.js';
import { confirmed, failed, refuted, unclear, type Made, type Sitting, type StepAnswer } from './sitting.js';

/** The facts that decide which steps a platform has. */
export type StepFacts = Pick<Sitting, 'platform' | 'file'>;

interface StepRule {
  /** Whether the platform has this step. */
  applies: (facts: StepFacts) => boolean;
  /** The general assumption. A platform's own statement replaces it. */
  statement: (sitting: Sitting) => string;
  run: (sitting: Sitting) => Promise<StepAnswer>;
}

const commentPagesMax = 5;

const made = (sitting: Sitting, ...what: Made['what'][]): Made | undefined =>
  sitting.made.find((one) => what.includes(one.what) && one.fate !== 'not-public');

const guaranteeOf = ({ platform, file }: StepFacts, what: 'text' | 'media' | 'comment') =>
  platform.guaranteeOf({
    options: null,
    replyTo: what === 'comment' ? { externalPostId: '', reference: null } : null,
    mediaClasses: what === 'media' ? [file.media.kind === 'VIDEO' ? 'video' : 'image'] : [],
  });

const foundBy = {
  keyed: 'The post is found by the key that Punctual chose.',
  queryable: 'What was prepared before the call tells that it was published.',
  blind: 'The platform lists the new post, with its content as it was sent.',
} as const;

const takesText = ({ platform }: StepFacts): boolean => platform.limits.textRequired;
const takesFirstComment = ({ platform }: StepFacts): boolean => platform.limits.firstComment;

/** The steps of `punctual certify`. */
export const stepRules: Readonly<Record<CertifyStep, StepRule>> = {
  check: {
    applies: ({ platform }) => platform.check !== undefined,
    statement: () => 'The access that connecting stored is valid, and the platform shows the account.',
    run: async ({ platform, session }) => {
      const answer = await platform.check?.(session);
      if (answer === undefined) return unclear('There is no such call.');
      return answer.kind === 'alive' ? confirmed('The platform showed the account.') : failed(answer);
    },
  },
  choices: {
    applies: ({ platform }) => platform.choices !== undefined,
    statement: () => 'The platform lists the values that a post must choose from.',
    run: async (sitting) => {
      const { platform, session } = sitting;
      const answer = await platform.choices?.read(session);
      if (answer?.kind !== 'choices') return answer === undefined ? unclear('No answer.') : failed(answer);
      sitting.choices = answer.choices;
      const lists = Object.entries(answer.choices.options);
      return confirmed(`Read: ${lists.map(([name, values]) => `${values.length} for ${name}`).join(', ')}.`);
    },
  },
  text: {
    applies: takesText,
    statement: () => 'One call publishes a text.',
    run: (sitting) => post(sitting, 'text', []),
  },
  'find-text': {
    applies: takesText,
    statement: (sitting) => foundBy[guaranteeOf(sitting, 'text')],
    run: (sitting) => find(sitting, made(sitting, 'text')),
  },
  'repeat-text': {
    applies: (facts) => takesText(facts) && guaranteeOf(facts, 'text') === 'keyed',
    statement: () => 'A second call with the same key publishes nothing.',
    run: (sitting) => {
      const text = made(sitting, 'text');
      return text?.fate === 'public' ? repeat(sitting, text) : Promise.resolve(nothingPublished);
    },
  },
  media: {
    applies: () => true,
    statement: (sitting) => `The ${mediaWord(sitting)} arrives, and one call publishes it.`,
    run: (sitting) => post(sitting, mediaWord(sitting), [sitting.file.media]),
  },
  'find-media': {
    applies: () => true,
    statement: (sitting) => foundBy[guaranteeOf(sitting, 'media')],
    run: (sitting) => find(sitting, made(sitting, 'image', 'video')),
  },
  'first-comment': {
    applies: takesFirstComment,
    statement: () => 'One call publishes a comment under the account’s own post.',
    run: (sitting) => {
      const parent = commented(sitting);
      if (!parent?.published) return Promise.resolve(nothingPublished);
      const { externalPostId, reference } = parent.published;
      const replyTo = { externalPostId, reference };
      return publish(sitting, 'first comment', {
        text: commentText(sitting),
        media: [],
        options: null,
        replyTo,
      });
    },
  },
  'find-first-comment': {
    applies: takesFirstComment,
    statement: (sitting) => foundBy[guaranteeOf(sitting, 'comment')].replace('post', 'comment'),
    run: (sitting) => find(sitting, made(sitting, 'first comment')),
  },
  'read-comments': {
    applies: ({ platform }) => platform.comments !== undefined && platform.limits.firstComment,
    statement: () => 'The comments of the post include the new one, as the account’s own.',
    run: readBack,
  },
  delete: {
    applies: () => true,
    statement: (sitting) =>
      deletionOf(sitting, { replyTo: null }) === undefined
        ? 'Posts are deleted by hand.'
        : 'The account’s own posts are deleted by a call.',
    run: cleanUp,
  },
};

/** The word for the file of this run. */
export const mediaWord = ({ file }: Pick<Sitting, 'file'>): 'image' | 'video' =>
  file.media.kind === 'VIDEO' ? 'video' : 'image';

const nothingPublished = unclear('There is no post for it.');

/** The post that gets the first comment. */
const commented = (sitting: Sitting): Made | undefined =>
  [made(sitting, 'image', 'video'), made(sitting, 'text')].find(
    (one) => one !== undefined && one.published !== null,
  );

export const commentText = ({ mark }: Pick<Sitting, 'mark'>): string =>
  `The first comment of the test ${mark}.`;

/** The parts of a run that its posts are made from. */
export type DraftParts = Pick<Sitting, 'certification' | 'choices' | 'options' | 'mark' | 'file'>;

/** The content of a post, without links, which some platforms charge for. */
export function draftOf(parts: DraftParts, what: 'text' | 'image' | 'video'): PublicationDraft {
  const { certification, choices, options, mark, file } = parts;
  const all = { ...certification.options?.(choices), ...options };
  return {
    text: `A test of Punctual, ${mark}: one ${what}. It can be deleted.`,
    options: Object.keys(all).length === 0 ? null : all,
    firstComment: null,
    media: what === 'text' ? [] : [file.draft],
  };
}

/** The first reason why a platform's own rules refuse a post. */
export function faultOf({ platform }: Pick<Sitting, 'platform'>, draft: PublicationDraft) {
  return platform.validate(draft).find(({ severity }) => severity !== 'warning');
}

function post(
  sitting: Sitting,
  what: 'text' | 'image' | 'video',
  media: Publication['media'],
): Promise<StepAnswer> {
  const draft = draftOf(sitting, what);
  const fault = faultOf(sitting, draft);
  if (fault !== undefined) {
    return Promise.resolve(unclear(`Nothing was sent, because Punctual refuses the post: ${fault.message}`));
  }
  return publish(sitting, what, { text: draft.text, options: draft.options, media, replyTo: null });
}

function find(sitting: Sitting, one: Made | undefined): Promise<StepAnswer> {
  return one === undefined ? Promise.resolve(nothingPublished) : findAgain(sitting, one);
}

async function readBack(sitting: Sitting): Promise<StepAnswer> {
  const comment = made(sitting, 'first comment')?.published;
  const parent = commented(sitting);
  if (!comment || parent === undefined) return nothingPublished;
  const beganMs = sitting.clock.now().getTime();
  let last: StepAnswer = refuted('The new comment was not among them.');
  for (const delayMs of sitting.lookupDelaysMs) {
    await sitting.wait(delayMs);
    const read = await readComments(sitting, parent);
    const seconds = Math.round((sitting.clock.now().getTime() - beganMs) / 1000);
    if (!Array.isArray(read)) last = read;
    else {
      const seen = read.find(({ externalCommentId }) => externalCommentId === comment.externalPostId);
      if (seen !== undefined) return judged(sitting, seen, seconds);
      last = refuted(`The new comment was not among the ${read.length} read, after ${seconds} s.`);
    }
    if (sitting.signal.aborted) break;
  }
  return last;
}

function judged(sitting: Sitting, { text, mine }: PlatformComment, seconds: number): StepAnswer {
  if (text !== commentText(sitting)) return refuted(`Read after ${seconds} s, with another text.`);
  return mine
    ? confirmed(`Read after ${seconds} s.`)
    : refuted(`Read after ${seconds} s, but as if somebody else had written it.`);
}

async function readComments(
  { platform, session }: Sitting,
  { published, since }: Made,
): Promise<PlatformComment[] | StepAnswer> {
  const { comments } = platform;
  if (comments === undefined || published === null) return nothingPublished;
  const { externalPostId, reference } = published;
  const found: PlatformComment[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < commentPagesMax; page += 1) {
    const answer = await comments.list(session, { externalPostId, reference, publishedAt: since }, cursor);
    if (answer.kind === 'gone' || answer.kind === 'disabled')
      return refuted(`The platform answered: ${answer.kind}.`);
    if (answer.kind !== 'page') return failed(answer);
    found.push(...answer.comments);
    ({ cursor } = answer);
    if (cursor === null) break;
  }
  return found;
}
