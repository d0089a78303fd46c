import type { MetricStatus, MetricValues, NativeMetrics } from '../../domain/metrics.js';
import type { PlatformName } from '../../domain/platforms.js';

/** The numbers of a target, and what is known about them. */
export interface MetricsView {
  status: MetricStatus;
  /** When the values were read. Null: never. */
  measuredAt: Date | null;
  /** When they are read next. Null: only on request. */
  nextAt: Date | null;
  values: MetricValues;
  native: NativeMetrics;
}

/** The numbers of a target, with what they belong to. */
export interface TargetMetricsView {
  workspaceId: string;
  postId: string;
  targetId: string;
  socialAccountId: string;
  platform: PlatformName;
  metrics: MetricsView;
}

/** Earlier numbers of a target. */
export interface MetricSnapshotView {
  measuredAt: Date;
  values: MetricValues;
  native: NativeMetrics;
}

export interface PostMetricsView {
  postId: string;
  targets: (TargetMetricsView & { history: MetricSnapshotView[] })[];
}

/** The targets whose numbers have changed, the earliest change first. */
export interface MetricChangesView {
  data: TargetMetricsView[];
  /** The position after the last change. Null if there has never been one. */
  cursor: string | null;
  hasMore: boolean;
}
