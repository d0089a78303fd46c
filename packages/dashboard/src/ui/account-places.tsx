import type { Target } from '../api/posts.js';
import { placeOf } from '../lib/post-changes.js';
import { PlatformMark } from './platform-mark.js';

/** The accounts of a post by name, each with the mark of its platform. */
export function AccountPlaces({ targets }: { targets: readonly Target[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {targets.map((target) => (
        <span key={target.id} className="flex min-w-0 items-center gap-1.5">
          <PlatformMark platform={target.platform} />
          <span className="min-w-0 wrap-anywhere">{placeOf(target)}</span>
        </span>
      ))}
    </p>
  );
}
