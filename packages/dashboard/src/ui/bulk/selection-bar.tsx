import { useState } from 'react';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import { useWorkspace } from '../../api/workspace.js';
import { mayIn } from '../../api/session.js';
import { bulkActions, type BulkAction, type BulkPost } from '../../lib/bulk-actions.js';
import type { Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/bulk.js';
import { t as common } from '../../messages/common.js';
import { Button } from '../button.js';
import { ConfirmDialog } from '../confirm-dialog.js';
import { MoveDialog, type Wanted } from './move-dialog.js';
import { ResultDialog } from './result-dialog.js';
import { useBulk } from './use-bulk.js';

const actions = Object.keys(bulkActions) as BulkAction[];

/** Whether an action makes sense for a post. Drafts move if they have a date. */
const fits = (action: BulkAction, { status, at }: BulkPost): boolean => {
  if (action === 'move' && status === 'DRAFT') return at !== null;
  if (action === 'cancel' && status === 'CANCELED') return false;
  return isActionAllowed(bulkActions[action].allowedBy, status);
};

interface SelectionBarProps {
  posts: readonly BulkPost[];
  selection: Selection<BulkPost>;
  /** The zone in which the list shows times, and in which days are counted. */
  zone: string;
}

/** Selects all loaded posts of a list, and changes the selected ones as far as the role and their states allow. */
export function SelectionBar({ posts, selection, zone }: SelectionBarProps) {
  const workspace = useWorkspace();
  const bulk = useBulk(selection, zone);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const { selected, select } = selection;
  const offered = actions.filter((action) => mayIn(workspace, bulkActions[action].permission));
  if (offered.length === 0 || posts.length === 0) return null;
  const of = (action: BulkAction): BulkPost[] => selected.filter((post) => fits(action, post));
  return (
    <section
      aria-label={t('selection')}
      className="sticky top-2 z-10 flex min-h-12 flex-wrap items-center gap-2 rounded-md border border-line bg-surface px-3 py-1.5 shadow-card"
    >
      <label className="flex min-h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          checked={selected.length === posts.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = selected.length > 0 && selected.length < posts.length;
          }}
          onChange={() => select(selected.length === posts.length ? [] : posts.map(({ id }) => id))}
        />
        {t('selectAll', { count: posts.length })}
      </label>
      <p role="status" className="mr-auto text-sm text-muted">
        {bulk.progress ?? (selected.length > 0 && t('selected', { count: selected.length }))}
      </p>
      {offered
        .filter((action) => of(action).length > 0)
        .map((action) => (
          <Button key={action} busy={bulk.progress !== null} onClick={() => setAsked(action)}>
            {of(action).length < selected.length
              ? t('forSome', { action: t(`${action}.action`), count: of(action).length })
              : t(`${action}.action`)}
          </Button>
        ))}
      {asked !== null && (
        <Question
          action={asked}
          posts={of(asked)}
          others={selected.length - of(asked).length}
          zone={zone}
          onClose={() => setAsked(null)}
          onRun={(change) => {
            setAsked(null);
            bulk.run(asked, change, of(asked));
          }}
        />
      )}
      {bulk.result !== null && <ResultDialog result={bulk.result} onClose={bulk.close} />}
    </section>
  );
}

interface QuestionProps {
  action: BulkAction;
  posts: readonly BulkPost[];
  /** The number of selected posts in whose state the action is not possible. */
  others: number;
  zone: string;
  onClose: () => void;
  onRun: (to: Wanted) => void;
}

function Question({ action, posts, others, zone, onClose, onRun }: QuestionProps) {
  const left = others > 0 && <p className="text-muted">{t('others', { count: others })}</p>;
  const title = t(`${action}.question`, { count: posts.length });
  if (action === 'move') {
    return (
      <MoveDialog title={title} posts={posts} zone={zone} onClose={onClose} onMove={onRun}>
        <p className="text-muted">{t(`${action}.effect`)}</p>
        {left}
      </MoveDialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title={title}
      action={t(`${action}.action`)}
      wayOut={action === 'cancel' ? t('keep') : common('cancel')}
      danger={action === 'cancel' || action === 'delete'}
      onClose={onClose}
      onConfirm={() => onRun({ days: 0 })}
    >
      <div className="flex flex-col gap-2">
        <p>{t(`${action}.effect`)}</p>
        {left}
      </div>
    </ConfirmDialog>
  );
}
