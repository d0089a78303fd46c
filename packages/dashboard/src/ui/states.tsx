import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../messages/common.js';

/** Shown in place of an empty list, with a suggestion for the user. */
export function EmptyState(props: {
  title: string;
  icon?: LucideIcon;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { title, icon: Icon, children, action } = props;
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line bg-surface px-6 py-12 text-center">
      {Icon !== undefined && (
        <span className="rounded-full bg-accent-soft p-3 text-accent">
          <Icon className="size-6" />
        </span>
      )}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  );
}

/**
 * Shown in place of a screen that the user's role does not allow. The service would refuse the requests anyway, so they
 * are not sent.
 */
export function NoPermission({ children }: { children: ReactNode }) {
  return <EmptyState title={t('noPermission')}>{children}</EmptyState>;
}

export function Spinner({ label = t('loading') }: { label?: string }) {
  return (
    <div role="status" className="flex items-center gap-3 py-8 text-muted">
      <span
        aria-hidden
        className="size-5 animate-spin rounded-full border-2 border-line border-t-accent motion-reduce:animate-none"
      />
      {label} …
    </div>
  );
}

/** A placeholder while a list loads. */
export function Skeleton({ rows = 3, label = t('loading') }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{label} …</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          aria-hidden
          className="h-14 animate-pulse rounded-md bg-raised motion-reduce:animate-none"
        />
      ))}
    </div>
  );
}
