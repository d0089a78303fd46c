import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useWorkspaces } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/audit.js';
import { buttonClass } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { exportHref, useAuditLog, type AuditAction, type AuditEntry } from './api.js';
import {
  actionLabels,
  actorText,
  changeText,
  isAction,
  networkText,
  recordedText,
  subjectText,
} from './labels.js';

const choices = [
  { value: '', label: t('everything') },
  ...Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
];

const columns: readonly Column<AuditEntry>[] = [
  { title: t('what'), isName: true, cell: ({ action }) => actionLabels[action] },
  {
    title: t('time'),
    cell: ({ createdAt }) => (
      <span className="xl:whitespace-nowrap">
        <DateTime at={createdAt} />
      </span>
    ),
  },
  { title: t('who'), cell: ({ actor }) => actorText(actor) },
  { title: t('toWhat'), cell: (entry) => <Subject entry={entry} /> },
  { title: t('fromWhere'), cell: networkText },
];

/** Shows the changes in the workspace and who made them, the latest first. */
export function AuditScreen() {
  const { id } = useWorkspace();
  const [params, setParams] = useUrlParams();
  const asked = params['action'];
  const action = isAction(asked) ? asked : undefined;
  const download = (
    <a href={exportHref(id, action)} download className={buttonClass()}>
      {t('exportAsCsv')}
    </a>
  );
  return (
    <Screen title={t('auditLog')} actions={download}>
      <div className="max-w-80">
        <SelectField
          label={t('show')}
          choices={choices}
          value={action ?? ''}
          onValue={(value) => setParams({ action: value })}
        />
      </div>
      <Entries action={action} />
    </Screen>
  );
}

function Entries({ action }: { action: AuditAction | undefined }) {
  const pages = useAuditLog(action);
  if (pages.isPending) return <Skeleton label={t('loadingTheAuditLog')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.rows.length === 0) {
    return (
      <EmptyState icon={ScrollText} title={t('noEntries')}>
        {t('nothingLikeThisWasDone')}
      </EmptyState>
    );
  }
  return (
    <>
      <DataList caption={t('auditLog')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      <LoadMore pages={pages} what={t('moreEntries')} />
    </>
  );
}

/** Shows in words what was changed. Its tooltip has the recorded names and values, which the export also contains. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { action, subject, changes } = entry;
  const { id } = useWorkspace();
  const names = new Map(useWorkspaces().map((workspace) => [workspace.id, workspace.name]));
  const text = subjectText(entry);
  return (
    <div className="flex flex-col items-start gap-1">
      {action.startsWith('post.') ? (
        <Link to={`/w/${id}/posts/${subject.id}`} title={subject.id} className="underline">
          {text}
        </Link>
      ) : (
        <span title={subject.id}>{text}</span>
      )}
      {changes.map((change) => (
        <span key={change.field} title={recordedText(change)} className="text-sm text-muted">
          {changeText(action, change, names)}
        </span>
      ))}
    </div>
  );
}
