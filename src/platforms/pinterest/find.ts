import { z } from 'zod';
import { parseUrl } from '../../urls/parse-url.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { readPages, theOneOf, type Match } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { idSchema, readPinterest, toPublished, type PinterestSession } from './api.js';
import { isVideo } from './video-state.js';
import { pinterestOptionsSchema } from './options.js';

/** A small page, because a pin has kilobytes and a response may have only a megabyte. */
const pageSize = 100;
/** Enough pages for all new pins of an ordinary account on one board. */
const pagesMax = 4;

const pageSchema = z.object({ items: z.array(z.unknown()), bookmark: z.string().nullish() });

/** Treats missing or malformed fields as not returned. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.nullish().catch(undefined);
}

/**
 * A pin as a board's list returns it. Null means that the pin has no such value, undefined that it was not returned.
 */
const pinSchema = z.object({
  id: idSchema,
  created_at: lenient(z.string()),
  title: lenient(z.string()),
  description: lenient(z.string()),
  link: lenient(z.string()),
  board_section_id: lenient(z.string()),
  parent_pin_id: lenient(z.string()),
  media: lenient(z.object({ media_type: z.string() })),
});
type ListedPin = z.infer<typeof pinSchema>;

/**
 * Looks for a lost pin on its board. Returns a pin only if no other pin there could be ours. If Pinterest
 * returns too few details, the result is unknown.
 */
export async function findPin(
  session: PinterestSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const { boardId, boardSectionId } = pinterestOptionsSchema.parse(publication.options ?? {});
  const section = boardSectionId === undefined ? '' : `/sections/${boardSectionId}`;
  const candidates = new Map<string, Match>();
  await readPages(pagesMax, async (bookmark: string | undefined) => {
    const query: Record<string, string> = { page_size: String(pageSize), ...(bookmark && { bookmark }) };
    const call = { method: 'GET', path: `/boards/${boardId}${section}/pins`, query } as const;
    const list = await readPinterest(session, call, pageSchema);
    const pins = list.items.flatMap((item) => pinSchema.safeParse(item).data ?? []);
    for (const pin of pins) {
      const match = takenIds.has(pin.id) ? 'NO' : matchOf(pin, publication, since);
      if (match !== 'NO') candidates.set(pin.id, match);
    }
    // Boards list the newest pins first, so after a page of older pins none can be ours.
    const areOld = pins.length > 0 && pins.every((pin) => isBefore(pin, since));
    return areOld ? null : list.bookmark;
  });
  return theOneOf(
    candidates,
    ([, match]) => match,
    ([id]): FindAnswer => ({ kind: 'found', published: toPublished(session, id) }),
  );
}

/**
 * Compares text, link, place, kind and time, which must all match. Details that Pinterest does not return are
 * never guessed.
 */
function matchOf(pin: ListedPin, publication: Publication, since: Date): Match {
  const { title, link } = pinterestOptionsSchema.parse(publication.options ?? {});
  if (isBefore(pin, since)) return 'NO';
  // A pin of another account that was saved to the board.
  if (typeof pin.parent_pin_id === 'string') return 'NO';
  // Without text and link, only the kind of a pin distinguishes it from others.
  const isTold = [publication.text, title, link].some((words) => normalizeText(words ?? '') !== '');
  const verdicts = [
    isTold ? 'YES' : 'PERHAPS',
    typeof pin.created_at === 'string' ? 'YES' : 'PERHAPS',
    compare(pin.description, publication.text, normalizeText),
    compare(pin.title, title ?? '', normalizeText),
    compare(pin.link, link ?? '', (text) => parseUrl(text)?.href ?? text),
    kindMatch(pin, publication),
  ];
  if (verdicts.includes('NO')) return 'NO';
  return verdicts.includes('PERHAPS') ? 'PERHAPS' : 'YES';
}

function compare(shown: string | null | undefined, sent: string, normal: (text: string) => string): Match {
  if (shown === undefined) return 'PERHAPS';
  return normal(shown ?? '') === normal(sent) ? 'YES' : 'NO';
}

const knownKinds = ['image', 'video', 'multiple_images'];

function kindMatch({ media }: ListedPin, publication: Publication): Match {
  const kind = media?.media_type;
  if (kind === undefined || !knownKinds.includes(kind)) return 'PERHAPS';
  const imageKind = publication.mediaClasses.length > 1 ? 'multiple_images' : 'image';
  return kind === (isVideo(publication) ? 'video' : imageKind) ? 'YES' : 'NO';
}

/**
 * Whether a pin is older. Pinterest returns times without a zone; they are in UTC. Pins with an unreadable
 * time are kept.
 */
function isBefore({ created_at: createdAt }: ListedPin, since: Date): boolean {
  const text = createdAt ?? '';
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`) < since.getTime();
}
