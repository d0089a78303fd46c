import { z } from 'zod';
import type { PriceList } from '../../domain/costs.js';
import type { JsonObject } from '../../domain/json.js';
import type { Measurement } from '../../domain/metrics.js';
import type { PlatformFailure } from './failure.js';
import type { ReadBudget } from './read-budget.js';
import type { PlatformSession } from './session.js';

/** A counter in a response. Null if it is missing or no whole number. */
export const countSchema = z.int().min(0).nullish().catch(null);

/** Reads the metrics of an account's posts, such as views and likes. Reading changes nothing at the platform. */
export interface PlatformMetrics<Session = PlatformSession> {
  /** The budget of calls. Absent if the platform has comments: both readers then share that of comments. */
  readonly budget?: ReadBudget;
  /** The number of posts that one call of `measure` takes. */
  readonly postsPerCallMax: number;
  /** The required permission, if an account can be connected without it. */
  readonly scope?: string;
  /** The platform's price for each reading of a post. Reading is off for an account until a person turns it on. */
  readonly price?: Omit<PriceList, 'prices'> & { thousandthsPerPost: number };
  /** How long after its publication the platform has metrics for a post. Absent, or null: as long as usual. */
  readonly measuredForMs?: (options: JsonObject | null) => number | null;
  /** Reads the metrics of posts, with one call or a few. */
  measure(session: Session, posts: readonly MeasuredPost[]): Promise<MeasureAnswer>;
}

/** A public post of the account that we published. */
export interface MeasuredPost {
  externalPostId: string;
  /** The `reference` that `commit` returned. */
  reference: JsonObject | null;
  options: JsonObject | null;
  publishedAt: Date;
}

export type MeasureAnswer =
  /** The metrics by `externalPostId`. A post that is missing does not exist, or is not shown to us. */
  { kind: 'measured'; byPost: ReadonlyMap<string, Measurement> } | PlatformFailure;

/** Measures posts that are read one by one. `read` returns null for a post that does not exist. */
export async function measureEach(
  posts: readonly MeasuredPost[],
  read: (post: MeasuredPost) => Promise<Measurement | null>,
): Promise<MeasureAnswer> {
  const byPost = new Map<string, Measurement>();
  for (const post of posts) {
    const measurement = await read(post);
    if (measurement !== null) byPost.set(post.externalPostId, measurement);
  }
  return { kind: 'measured', byPost };
}
