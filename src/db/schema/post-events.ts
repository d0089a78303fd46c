import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';
import { instant } from './columns.js';
import { posts, publications } from './posts.js';
import { timelineNumber } from './timeline-sequence.js';

/** The events of a post or a reply with their actors, written in the transaction of each change. Append-only. */
export const postEvents = pgTable(
  'post_events',
  {
    timelineNumber: timelineNumber().primaryKey(),
    /** Null for the events of a reply, which has no post. */
    postId: text('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    /** The publication of a reply. Null for the events of a post. */
    publicationId: text('publication_id').references(() => publications.id, { onDelete: 'cascade' }),
    /** The target of the event. Not a reference, because the target may have been removed from the post. */
    targetId: text('target_id'),
    at: instant('at').notNull(),
    kind: text('kind').$type<TimelineKind>().notNull(),
    actorKind: text('actor_kind').$type<'apiKey' | 'app' | 'clientLink' | 'session' | 'system'>().notNull(),
    /** The API key, the access of an app, the client link, the session, or the part of the system that acted. */
    actorId: text('actor_id').notNull(),
    /** The user of the session, or the one for whom the API key or app acted. */
    actorUserId: text('actor_user_id'),
    requestId: text('request_id'),
    detail: jsonb('detail').$type<TimelineDetail>().notNull(),
  },
  (table) => [
    index('post_events_post').on(table.postId, table.at, table.timelineNumber),
    index('post_events_publication')
      .on(table.publicationId, table.at, table.timelineNumber)
      .where(sql`${table.publicationId} is not null`),
  ],
);
