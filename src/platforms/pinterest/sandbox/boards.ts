import type { Context } from 'hono';
import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { isHeldBack } from '../../../sandbox/visitors.js';
import { profileOf } from './accounts.js';
import { boardNotFound, invalid, queryFault, refuse } from './api.js';

interface Section {
  id: string;
  name: string;
}

interface Board {
  id: string;
  name: string;
  sections: readonly Section[];
}

/** The boards of every account. */
const boards: readonly Board[] = [
  {
    id: '549755880001',
    name: 'Ideas for the house',
    sections: [
      { id: '549755890001', name: 'Kitchen' },
      { id: '549755890002', name: 'Garden' },
    ],
  },
  { id: '549755880002', name: 'Travel', sections: [] },
];

/** A foreign board, which everyone may see, but to which no account here may pin. */
const foreignBoardId = '549755889999';

/** The board and section of a pin, or the error if the pin may not go there. */
export function placeOf(
  boardId: string,
  sectionId: string | null,
): { board: Board; section: Section | null } | { refusal: Response } {
  if (boardId === foreignBoardId) {
    return { refusal: refuse(403, 29, 'You are not permitted to access that resource.') };
  }
  const board = boards.find(({ id }) => id === boardId);
  if (board === undefined) return { refusal: boardNotFound() };
  const section = board.sections.find(({ id }) => id === sectionId) ?? null;
  if (sectionId !== null && section === null)
    return { refusal: refuse(404, 2031, 'Board section not found.') };
  return { board, section };
}

const paging = ['page_size', 'bookmark'];
const pageSchema = z.object({
  page_size: z.coerce.number().int().min(1).max(250).default(25),
  bookmark: z
    .string()
    .regex(/^after-\d{1,9}$/)
    .transform((text) => Number(text.slice(6)))
    .default(0),
});

/** Responds with one page of a list, and the bookmark of the next page. */
function pageOf(c: Context<SandboxEnv>, items: readonly object[], known: readonly string[]): Response {
  const fault = queryFault(c, [...paging, ...known]);
  if (fault !== null) return fault;
  const query = pageSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('page_size or bookmark.');
  const end = query.bookmark + query.page_size;
  return Response.json({
    items: items.slice(query.bookmark, end),
    bookmark: end < items.length ? `after-${end}` : null,
  });
}

export function listBoards({ c, token }: Call): Response {
  const items = boards.map(({ id, name }) => ({
    id,
    name,
    description: null,
    privacy: 'PUBLIC',
    owner: { username: profileOf(token.accountId).username },
  }));
  return pageOf(c, items, ['ad_account_id', 'privacy']);
}

export function listSections({ c }: Call): Response {
  const place = placeOf(c.req.param('board') ?? '', null);
  return 'refusal' in place ? place.refusal : pageOf(c, place.board.sections, ['ad_account_id']);
}

/** How long a marked pin is missing from its board. */
const lateMs = 2_000;

/** Lists the pins of a board or section, newest first. */
export function listPins({ c, store, platform, token }: Call): Response {
  const sectionId = c.req.param('section') ?? null;
  const place = placeOf(c.req.param('board') ?? '', sectionId);
  if ('refusal' in place) return place.refusal;
  const shown = store
    .list({ platform, accountId: token.accountId })
    .filter(({ extra }) => extra['board_id'] === place.board.id)
    .filter(({ extra }) => sectionId === null || extra['board_section_id'] === sectionId)
    .filter((pin) => !isHeldBack(store, pin, 'late-in-list', lateMs));
  const known = sectionId === null ? ['creative_types', 'pin_metrics'] : [];
  return pageOf(c, shown.map(pinFields), ['ad_account_id', ...known]);
}

/** The fields of a pin in a response. Its time has no zone. */
export function pinFields(pin: StoredPublication): object {
  return {
    id: pin.externalPostId,
    created_at: pin.publishedAt.replace(/\.\d+Z$/, ''),
    description: pin.text === '' ? null : pin.text,
    parent_pin_id: null,
    is_owner: true,
    is_standard: true,
    board_owner: { username: profileOf(pin.accountId).username },
    ...pin.extra,
  };
}
