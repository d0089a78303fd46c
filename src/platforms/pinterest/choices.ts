import { z } from 'zod';
import { PlatformFailed } from '../kit/failure.js';
import type { Choice, ChoicesAnswer } from '../kit/platform.js';
import { idSchema, readPinterest, type PinterestSession } from './api.js';

const pageSize = 250;
/** Enough pages for 2,000 boards, the most that an account can have. */
const pagesMax = 10;
/** The number of concurrent calls for sections. Each board needs one of its own. */
const callsAtOnceMax = 8;
/** A short timeout, because a person is waiting for the list. */
const readTimeoutMs = 10_000;

const pageSchema = z.object({ items: z.array(z.unknown()), bookmark: z.string().nullish() });
const namedSchema = z.object({ id: idSchema, name: z.string() });
type Named = z.infer<typeof namedSchema>;

/** Reads the account's boards, and the sections of each. */
export async function readPinterestChoices(session: PinterestSession): Promise<ChoicesAnswer> {
  const boards = await readAll(session, '/boards');
  const sections: Choice[] = [];
  for (let start = 0; start < boards.length; start += callsAtOnceMax) {
    const some = boards.slice(start, start + callsAtOnceMax);
    const lists = await Promise.all(some.map(({ id }) => readAll(session, `/boards/${id}/sections`)));
    for (const [index, list] of lists.entries()) {
      const within = { option: 'boardId', value: some[index]?.id ?? '' };
      sections.push(...list.map(({ id, name }) => ({ value: id, label: name, within })));
    }
  }
  const boardId = boards.map(({ id, name }): Choice => ({ value: id, label: name }));
  const options = { boardId, boardSectionId: sections };
  return { kind: 'choices', choices: { options, videoDurationMaxMs: null, quota: null } };
}

async function readAll(session: PinterestSession, path: string): Promise<Named[]> {
  const items: Named[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const query: Record<string, string> = { page_size: String(pageSize), ...(bookmark && { bookmark }) };
    const call = { method: 'GET', path, query, timeoutMs: readTimeoutMs } as const;
    const list = await readPinterest(session, call, pageSchema);
    items.push(...list.items.flatMap((item) => namedSchema.safeParse(item).data ?? []));
    bookmark = list.bookmark ?? null;
    if (bookmark === null) return items;
  }
  // With a truncated list, we would reject posts that use one of the missing boards.
  const message = `The account has more than ${pagesMax * pageSize} boards, or a board has more than that many sections.`;
  throw new PlatformFailed({ kind: 'rejected', code: 'PLATFORM_REJECTED', message });
}
