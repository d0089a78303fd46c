import {
  Bookmark,
  Heart,
  MessageCircle,
  MessageSquare,
  Repeat2,
  Send,
  Share2,
  ThumbsUp,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { components } from '../../../../client/src/api-types.js';
import { accountName, shownHandle } from '../../lib/account-names.js';
import { platformNames, previewForms, type Platform, type PreviewForm } from '../../lib/platform-looks.js';
import { Avatar } from '../avatar.js';
import { Button } from '../button.js';
import type { ShownMedia } from '../picture.js';
import { PlatformMark } from '../platform-mark.js';
import { t } from '../../messages/previews.js';
import { cuts, wholeCut, type Cut } from './cuts.js';
import { galleries, type Gallery } from './galleries.js';
import { Attached, extrasOf, RepliedTo, type Extras } from './preview-extras.js';
import { PreviewMedia } from './preview-media.js';
import { beginningOf, hiddenParts, textParts } from './text-parts.js';

/** The content of a post for one account. */
export interface PreviewProps {
  platform: Platform;
  account: PreviewAccount;
  text: string;
  options: Options;
  /** The media in their order; undefined for those that are still loading. */
  media: readonly (ShownMedia | undefined)[];
  /** Their alt texts, in the same order. */
  alts: readonly string[];
  /** The further parts of the post, each with its own media. */
  parts?: readonly Pick<PreviewProps, 'text' | 'media' | 'alts'>[];
  /** The comment that follows the post; empty if there is none. */
  firstComment?: string;
}

type Options = Readonly<Record<string, unknown>>;
type PreviewAccount = NonNullable<components['schemas']['ClientPost']['targets'][number]['account']>;

interface Shown extends Pick<PreviewProps, 'account' | 'text' | 'media' | 'alts'> {
  cut: Cut;
  gallery: Gallery;
  /** The title of a video, a pin or a document. */
  title: string | null;
  card: { title: string; host: string } | null;
  extras: Extras;
}

/** Shows approximately what the post will look like on the platform. */
export function PostPreview({ platform, options, parts = [], firstComment = '', ...content }: PreviewProps) {
  const { account, text, media } = content;
  const shown: Shown = {
    ...content,
    cut: cuts[platform],
    gallery: galleries[platform],
    title: titleOf(options),
    card: media.length > 0 ? null : cardOf(options, text),
    extras: extrasOf(options),
  };
  const PostForm = forms[previewForms[platform]];
  return (
    <article
      aria-label={t('previewFor', { account: accountName(platform, account.handle) })}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <p className="flex items-center gap-2 text-sm text-muted">
        <PlatformMark platform={platform} />
        {platformNames[platform]}
      </p>
      <PostForm {...shown} />
      {parts.map((part, index) => (
        <div key={index} className="flex flex-col gap-2 border-t border-line pt-2">
          <p className="text-xs text-muted">{t('part', { number: index + 2 })}</p>
          <PostForm
            {...{ ...shown, ...part, title: null, extras: extrasOf({}) }}
            card={part.media.length > 0 ? null : cardOf({}, part.text)}
          />
        </div>
      ))}
      {firstComment !== '' && (
        <div className="flex gap-2 border-t border-line pt-2">
          <Avatar name={nameOf(account)} url={account.avatarUrl} size="tiny" />
          <div className="min-w-0">
            <p className="text-xs text-muted">{t('firstComment')}</p>
            <PostText text={firstComment} />
          </div>
        </div>
      )}
    </article>
  );
}

function titleOf({ title, documentTitle }: Options): string | null {
  const given = title ?? documentTitle;
  return typeof given === 'string' ? given : null;
}

/** Returns the link card: from the option that requests a card, otherwise from the first link in the text. */
function cardOf(options: Options, text: string): Shown['card'] {
  const rich = (options['article'] ?? options['external']) as Record<string, unknown> | undefined;
  const given = rich?.['source'] ?? rich?.['uri'] ?? options['link'] ?? options['linkAttachment'];
  const url = typeof given === 'string' ? given : textParts(text).find(({ kind }) => kind === 'link')?.text;
  if (url === undefined) return null;
  const full = /^https?:/i.test(url) ? url : `https://${url}`;
  if (!URL.canParse(full)) return null;
  const title = rich?.['title'];
  return { title: typeof title === 'string' ? title : url, host: new URL(full).host };
}

const forms: Record<PreviewForm, (shown: Shown) => ReactNode> = {
  short: ShortPost,
  feed: FeedPost,
  image: ImagePost,
  video: VideoPost,
  pin: Pin,
};

function ShortPost(shown: Shown) {
  return (
    <div className="flex gap-3">
      <Avatar name={nameOf(shown.account)} url={shown.account.avatarUrl} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <RepliedTo extras={shown.extras} />
        <Author account={shown.account} />
        <PostText text={shown.text} cut={shown.cut} spoilers={shown.extras.spoilers} />
        <PreviewMedia {...shown} />
        <Attached extras={shown.extras} />
        <Card card={shown.card} />
        <Actions icons={[MessageCircle, Repeat2, Heart, Bookmark, Share2]} />
      </div>
    </div>
  );
}

function FeedPost(shown: Shown) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={nameOf(shown.account)} url={shown.account.avatarUrl} />
        <Author account={shown.account} />
      </div>
      <PostText text={shown.text} cut={shown.cut} />
      {shown.media[0]?.kind === 'DOCUMENT' && shown.title !== null && (
        <p className="font-semibold wrap-anywhere">{shown.title}</p>
      )}
      <PreviewMedia {...shown} />
      <Attached extras={shown.extras} />
      <Card card={shown.card} />
      <Actions icons={[ThumbsUp, MessageSquare, Repeat2, Send]} />
    </>
  );
}

function ImagePost(shown: Shown) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={nameOf(shown.account)} url={shown.account.avatarUrl} />
        <Author account={shown.account} />
      </div>
      <PreviewMedia {...shown} />
      <Actions icons={[Heart, MessageCircle, Send, Bookmark]} />
      <PostText text={shown.text} cut={shown.cut} />
    </>
  );
}

function VideoPost(shown: Shown) {
  return (
    <>
      <PreviewMedia {...shown} />
      {shown.title !== null && <p className="font-semibold wrap-anywhere">{shown.title}</p>}
      <div className="flex items-center gap-3">
        <Avatar name={nameOf(shown.account)} url={shown.account.avatarUrl} />
        <Author account={shown.account} />
      </div>
      <PostText text={shown.text} cut={shown.cut} />
    </>
  );
}

function Pin(shown: Shown) {
  return (
    <div className="mx-auto flex w-full max-w-60 flex-col gap-2">
      <PreviewMedia {...shown} />
      {shown.title !== null && <p className="font-semibold wrap-anywhere">{shown.title}</p>}
      <div className="flex items-center gap-2">
        <Avatar name={nameOf(shown.account)} url={shown.account.avatarUrl} size="tiny" />
        <Author account={shown.account} />
      </div>
      <PostText text={shown.text} cut={shown.cut} />
    </div>
  );
}

/** The buttons of the platform below a post. They do nothing here. */
function Actions({ icons }: { icons: readonly LucideIcon[] }) {
  return (
    <div aria-hidden className="flex max-w-80 justify-between text-muted">
      {icons.map((Icon, index) => (
        <Icon key={index} className="size-4" />
      ))}
    </div>
  );
}

const nameOf = ({ displayName, handle }: PreviewAccount): string => displayName ?? handle;

function Author({ account }: { account: PreviewAccount }) {
  return (
    <p className="min-w-0 text-sm wrap-anywhere">
      <span className="font-semibold">{nameOf(account)}</span>{' '}
      <span className="text-muted">{shownHandle(account.handle)}</span>
    </p>
  );
}

interface PostTextProps {
  text: string;
  cut?: Cut;
  /** The passages that are hidden at first. */
  spoilers?: readonly string[];
}

function PostText({ text, cut = wholeCut, spoilers = [] }: PostTextProps) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p className="text-sm text-muted">{t('noTextYet')}</p>;
  const beginning = beginningOf(text, cut);
  const isCut = beginning.length < text.length;
  return (
    <>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">
        {hiddenParts(isWhole ? text : beginning, spoilers).map((part, index) =>
          part.isHidden ? (
            <span
              key={index}
              title={t('hiddenAtFirst')}
              className="rounded-sm border border-dashed border-edge bg-raised"
            >
              {part.text}
            </span>
          ) : (
            <Words key={index} text={part.text} />
          ),
        )}
        {isCut && !isWhole && ' …'}
      </p>
      {isCut && (
        <Button
          look="quiet"
          className="min-h-6! self-start px-1! py-0! text-muted!"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('showLess') : cut.button}
        </Button>
      )}
    </>
  );
}

/** A text with its links, mentions and hashtags. */
function Words({ text }: { text: string }) {
  return textParts(text).map((part, index) =>
    part.kind === 'link' ? (
      <a
        key={index}
        href={/^https?:/i.test(part.text) ? part.text : `https://${part.text}`}
        target="_blank"
        rel="noopener noreferrer"
        className="text-info underline"
      >
        {part.text}
      </a>
    ) : (
      <span key={index} className={part.kind === 'tag' ? 'text-info' : ''}>
        {part.text}
      </span>
    ),
  );
}

function Card({ card }: { card: Shown['card'] }) {
  if (card === null) return null;
  return (
    <p className="flex flex-col rounded-lg border border-line p-2 text-sm">
      <span className="font-medium wrap-anywhere">{card.title}</span>
      <span className="text-muted wrap-anywhere">{card.host}</span>
    </p>
  );
}
