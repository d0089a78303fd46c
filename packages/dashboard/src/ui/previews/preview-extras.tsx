import { CornerDownRight } from 'lucide-react';
import { t } from '../../messages/previews.js';

type Options = Readonly<Record<string, unknown>>;

/** The parts of a post besides its text, media and link card. */
export interface Extras {
  poll: { question: string | null; answers: readonly string[] } | null;
  /** The post that is quoted, and the post that is replied to, as the author named them. */
  quoted: string | null;
  repliedTo: string | null;
  /** A GIF of GIPHY. */
  gif: string | null;
  /** The passages of the text that are hidden at first. */
  spoilers: readonly string[];
  hidesMedia: boolean;
}

export function extrasOf(options: Options): Extras {
  const poll = options['poll'];
  const { question, options: answers } = (typeof poll === 'object' && poll !== null ? poll : {}) as Options;
  return {
    poll: answers === undefined ? null : { question: textOf(question), answers: textsOf(answers) },
    quoted: textOf(options['quotePost'] ?? options['quoteUri']),
    repliedTo: textOf(options['replyToPost']),
    gif: textOf(options['gif']),
    spoilers: textsOf(options['spoilers']),
    hidesMedia: options['spoilerMedia'] === true,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Says, above the post, that it is a reply. */
export function RepliedTo({ extras: { repliedTo } }: { extras: Extras }) {
  if (repliedTo === null) return null;
  return (
    <p className="flex items-center gap-1 text-xs text-muted">
      <CornerDownRight aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t('replyTo', { post: repliedTo })}</span>
    </p>
  );
}

/** The attachments of a post besides its media and link card. */
export function Attached({ extras: { poll, quoted, gif, hidesMedia } }: { extras: Extras }) {
  return (
    <>
      {hidesMedia && <p className="text-xs text-muted">{t('mediaHidden')}</p>}
      {poll !== null && (
        <div className="flex flex-col gap-1.5 text-sm">
          {poll.question !== null && <p className="font-medium wrap-anywhere">{poll.question}</p>}
          <ul aria-label={t('poll')} className="flex flex-col gap-1">
            {poll.answers.map((answer, index) => (
              <li key={index} className="rounded-full border border-line px-3 py-1 wrap-anywhere">
                {answer}
              </li>
            ))}
          </ul>
        </div>
      )}
      {gif !== null && <p className={boxClass}>{t('gif', { gif })}</p>}
      {quoted !== null && <p className={boxClass}>{t('quotes', { post: quoted })}</p>}
    </>
  );
}

const boxClass = 'rounded-lg border border-line p-2 text-sm text-muted wrap-anywhere';
