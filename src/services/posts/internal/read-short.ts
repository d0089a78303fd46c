import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postMedia, posts, publications } from '../../../db/schema/index.js';
import { calendarPageMax } from '../../../domain/limits.js';
import { dueOf, type PostMediaRow, type PostRow, type PublicationRow } from '../../post-records/records.js';
import type { ShortPostView } from '../types.js';

type Part = Pick<PublicationRow, 'order' | 'status' | 'errorCode'>;
type Target = Part &
  Pick<PublicationRow, 'socialAccountId' | 'platform' | 'captionOverride'> & { parts: Part[] };

interface ShortRow extends Pick<PostRow, 'id' | 'status' | 'timezone' | 'caption'>, Record<string, unknown> {
  /** Without a query builder, the database's driver leaves times as texts. */
  scheduledAt: string | null;
  approvedAt: string | null;
  updatedAt: string;
  targets: Target[];
  media: Pick<PostMediaRow, 'mediaAssetId' | 'altText'>[];
}

const part = sql`'order', "order", 'status', status, 'errorCode', error_code`;

/**
 * Reads a page of posts with only what a calendar shows of them, because whole posts take several times as long. The
 * limit is a constant, so that the database plans the page once.
 */
export async function readShort(
  q: Queryable,
  { where, orderBy }: { where: SQL | undefined; orderBy: SQL[] },
): Promise<ShortPostView[]> {
  const rows = await q.execute<ShortRow>(sql`
    select ${posts.id}, ${posts.status}, ${posts.timezone}, ${posts.caption},
      ${posts.scheduledAt} as "scheduledAt", ${posts.approvedAt} as "approvedAt", ${posts.updatedAt} as "updatedAt",
      (select coalesce(json_agg(json_build_object(${part}, 'platform', platform,
          'socialAccountId', social_account_id, 'captionOverride', caption_override,
          'parts', (select coalesce(json_agg(json_build_object(${part}) order by "order"), '[]') from ${publications} further
            where further.target_id = target.id and further.removed_at is null and further.step <> 'FIRST_COMMENT')
        ) order by "order"), '[]')
        from ${publications} target where target.post_id = ${posts.id} and target.removed_at is null) as targets,
      (select coalesce(json_agg(json_build_object('mediaAssetId', media_asset_id, 'altText', alt_text) order by "order"), '[]')
        from ${postMedia} media where media.post_id = ${posts.id}) as media
    from ${posts} where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)}
    limit ${sql.raw(String(calendarPageMax + 1))}`);
  return rows.map(({ scheduledAt, approvedAt, updatedAt, targets, ...post }) => ({
    ...post,
    scheduledAt: scheduledAt === null ? null : new Date(scheduledAt),
    approvedAt: approvedAt === null ? null : new Date(approvedAt),
    updatedAt: new Date(updatedAt),
    targets: targets.map((target) => {
      const due = dueOf(target);
      return { ...target, status: due?.status ?? 'PUBLISHED', errorCode: (due ?? target).errorCode };
    }),
  }));
}
