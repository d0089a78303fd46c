import type { Activities } from '../../src/activities/create-activities.js';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { postEvents, posts, publications, publishAttempts, targets } from '../../src/db/schema/index.js';
import type { Db } from '../../src/db/client.js';
import type { PostView } from '../../src/services/post-records/types.js';

/**
 * Saves the rows of a post. The returned function puts them back as a restored database would have them, without later
 * rows.
 */
export async function rememberPost(db: Db, postId: string): Promise<() => Promise<void>> {
  const [post] = await db.select().from(posts).where(eq(posts.id, postId));
  if (post === undefined) throw new Error(`there is no post ${postId}`);
  const targetRows = await db.select().from(targets).where(eq(targets.postId, postId));
  const following = await db
    .select()
    .from(publications)
    .where(
      inArray(
        publications.targetId,
        targetRows.map(({ id }) => id),
      ),
    );
  const rows = [...targetRows, ...following];
  const ids = rows.map(({ id }) => id);
  const attempts = await db.select().from(publishAttempts).where(inArray(publishAttempts.publicationId, ids));
  const events = await db.select().from(postEvents).where(eq(postEvents.postId, postId));
  return () =>
    db.transaction(async (tx) => {
      await tx.delete(postEvents).where(eq(postEvents.postId, postId));
      await tx.delete(publishAttempts).where(inArray(publishAttempts.publicationId, ids));
      await tx.delete(targets).where(and(eq(targets.postId, postId), notInArray(targets.id, ids)));
      await tx.update(posts).set(post).where(eq(posts.id, postId));
      for (const row of rows) await tx.update(publications).set(row).where(eq(publications.id, row.id));
      if (attempts.length > 0) await tx.insert(publishAttempts).values(attempts);
      if (events.length > 0) await tx.insert(postEvents).values(events);
    });
}

/**
 * Creates activities for runs that do nothing while a new post is saved, however slow the machine is. `wrapActivities`
 * is an option of the stack.
 */
export function createPatientRuns() {
  let mayGoOn: Promise<void> = Promise.resolve();
  return {
    wrapActivities: (activities: Activities): Activities => ({
      ...activities,
      advance: async (input) => {
        await mayGoOn;
        return activities.advance(input);
      },
    }),
    /** Creates a post and saves its rows. */
    remember: async (db: Db, make: () => Promise<PostView>) => {
      let goOn = (): void => undefined;
      mayGoOn = new Promise((resolve) => (goOn = resolve));
      try {
        const post = await make();
        return { post, putBack: await rememberPost(db, post.id) };
      } finally {
        goOn();
      }
    },
  };
}
