import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import type { NamedTextTable } from '../../../db/schema/index.js';
import { notFound } from '../../../domain/errors.js';
import type { IdKind } from '../../../domain/ids.js';
import type { RequestContext } from '../context.js';
import { requireCount } from '../limits/count-limit.js';
import { createdAtKeyset, type PageRequest } from '../paging/keyset.js';
import type { Page } from '../paging/page.js';
import { authorizeWorkspace } from '../rights/access.js';
import { holdRights } from '../rights/rights-now.js';
import { lockWorkspace } from '../rights/workspace-lock.js';

export type NamedTextView = NamedTextTable['$inferSelect'];

interface Content {
  name: string;
  text: string;
}

interface InWorkspace {
  workspaceId: string;
}

interface Kind {
  table: NamedTextTable;
  idKind: IdKind;
  perWorkspaceMax: number;
  /** The plural noun that errors use for them: "saved replies". */
  things: string;
  /** The code of the error when there are too many. */
  code: string;
}

/**
 * Returns the operations on texts that the members of a workspace store under names and insert elsewhere. Members need
 * the right to write.
 */
export function namedTextsOf(kind: Kind) {
  const { table, idKind, things } = kind;
  return {
    async list(ctx: RequestContext, request: PageRequest & InWorkspace): Promise<Page<NamedTextView>> {
      const { workspaceId } = request;
      authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
      const keyset = createdAtKeyset(ctx.cursorKey, request, JSON.stringify([things, workspaceId]), table);
      const rows = await ctx.db
        .select()
        .from(table)
        .where(and(eq(table.workspaceId, workspaceId), keyset.after))
        .orderBy(...keyset.orderBy)
        .limit(keyset.fetchCount);
      return keyset.toPage(rows, (row) => row);
    },

    async create(
      ctx: RequestContext,
      { workspaceId, name, text }: Content & InWorkspace,
    ): Promise<NamedTextView> {
      authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
      return ctx.db.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        await holdRights(tx, ctx, workspaceId, 'writePosts');
        await requireRoom(tx, kind, workspaceId);
        const now = ctx.clock.now();
        const row = { id: ctx.newId(idKind), workspaceId, name, text, createdAt: now, updatedAt: now };
        await tx.insert(table).values(row);
        return row;
      });
    },

    async update(
      ctx: RequestContext,
      { workspaceId, id, ...changes }: Partial<Content> & InWorkspace & { id: string },
    ): Promise<NamedTextView> {
      authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
      return ctx.db.transaction(async (tx) => {
        await holdRights(tx, ctx, workspaceId, 'writePosts');
        const [row] = await tx
          .update(table)
          .set({ ...changes, updatedAt: ctx.clock.now() })
          .where(isOne(table, workspaceId, id))
          .returning();
        if (row === undefined) throw notFound();
        return row;
      });
    },

    async delete(ctx: RequestContext, { workspaceId, id }: InWorkspace & { id: string }): Promise<void> {
      authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
      await ctx.db.transaction(async (tx) => {
        await holdRights(tx, ctx, workspaceId, 'writePosts');
        const gone = await tx
          .delete(table)
          .where(isOne(table, workspaceId, id))
          .returning({ id: table.id });
        if (gone.length === 0) throw notFound();
      });
    },
  };
}

const isOne = (table: NamedTextTable, workspaceId: string, id: string) =>
  and(eq(table.id, id), eq(table.workspaceId, workspaceId));

async function requireRoom(
  tx: Tx,
  { table, perWorkspaceMax: max, things, code }: Kind,
  workspaceId: string,
): Promise<void> {
  const stored = await tx.$count(table, eq(table.workspaceId, workspaceId));
  requireCount({ wanted: stored + 1, max, owner: 'A workspace', things, code, path: '' });
}
