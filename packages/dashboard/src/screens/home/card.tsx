import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { t } from '../../messages/home.js';
import { ErrorState } from '../../ui/error-state.js';
import { Skeleton } from '../../ui/states.js';
import { cardRows } from './api.js';

interface CardProps<Row> {
  title: string;
  icon: LucideIcon;
  /** The screen with all rows, and the text of the link to it. */
  all: { path: string; search?: Readonly<Record<string, string>>; label: string };
  query: {
    data: readonly Row[] | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  rowOf: (row: Row) => ReactNode;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Shown below the rows. */
  note?: ReactNode;
}

/** A card with the first rows of a list, their number, and a link to all of them. */
export function Card<Row>({ title, icon: Icon, all, query, rowOf, empty, note }: CardProps<Row>) {
  const { id } = useWorkspace();
  const titleId = useId();
  const { data, error, refetch } = query;
  const rows = data?.slice(0, cardRows) ?? [];
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <header className="flex items-center gap-2">
        <Icon className="size-4.5 shrink-0 text-muted" />
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {rows.length > 0 && <Count count={data?.length ?? 0} />}
        <Link
          to={`/w/${id}/${all.path}`}
          search={all.search ?? {}}
          className="ml-auto text-sm whitespace-nowrap text-accent hover:underline"
        >
          {all.label}
        </Link>
      </header>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton rows={1} label={t('loadingTitle', { title })} />
      ) : rows.length === 0 ? (
        <div className="text-sm text-muted">{empty}</div>
      ) : (
        <ul aria-labelledby={titleId} className="flex flex-col divide-y divide-line">
          {rows.map(rowOf)}
        </ul>
      )}
      {note !== undefined && note !== false && <p className="text-sm text-muted">{note}</p>}
    </section>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-raised px-2 text-xs leading-5 font-semibold tabular-nums">
      {count > cardRows ? `${cardRows}+` : count}
    </span>
  );
}

/** A row of a card. */
export function Row({ children }: { children: ReactNode }) {
  return <li className="flex min-w-0 items-center gap-3 py-2.5 first:pt-0 last:pb-0">{children}</li>;
}
