import { useEffect, useRef } from 'react';
import { useMay } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { focusHeading } from '../../lib/focus-heading.js';
import { refreshSentences } from '../../lib/refresh-sentences.js';
import { showToast } from '../../lib/toasts.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { useAlone } from '../../lib/use-alone.js';
import { t } from '../../messages/inbox.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox, SelectField } from '../../ui/field.js';
import { Segments } from '../../ui/segments.js';
import { Screen } from '../../ui/screen.js';
import {
  useAccountName,
  useAccounts,
  useComments,
  useRefreshComments,
  useUnreadCounts,
  type Assigned,
  type Comment,
  type InboxFilter,
} from './api.js';
import { ThreadList } from './thread-list.js';
import { ThreadView } from './thread-view.js';

const assignedChoices: readonly { value: Assigned; label: string }[] = [
  { value: 'all', label: t('all') },
  { value: 'mine', label: t('mine') },
  { value: 'none', label: t('unassigned') },
];

/** Shows the comments of other people, with forms to reply. */
export function InboxScreen() {
  const [params, setParams] = useUrlParams();
  const filter = {
    unreadOnly: params['unread'] === '1',
    accountId: params['account'] ?? null,
    assigned: assignedChoices.find(({ value }) => value === params['assigned'])?.value ?? 'all',
  };
  const pages = useComments(filter);
  useAnnouncements(pages.rows, JSON.stringify(filter));
  const opened = params['comment'] ?? null;
  useFocusReturn(opened);
  return (
    <Screen title={t('inbox')} actions={<RefreshButton />}>
      <Filters {...filter} onChange={(changes) => setParams({ ...changes, comment: undefined })} />
      <div
        className={`grid items-start gap-6 ${opened === null ? '' : 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'}`}
      >
        <div className={opened === null ? '' : 'hidden lg:block'}>
          <ThreadList
            pages={pages}
            opened={opened}
            isFiltered={filter.unreadOnly || filter.accountId !== null || filter.assigned !== 'all'}
          />
        </div>
        {opened !== null && (
          <ThreadView key={opened} commentId={opened} onClose={() => setParams({ comment: undefined })} />
        )}
      </div>
    </Screen>
  );
}

/** Moves the focus back to the list entry when its conversation is closed. */
function useFocusReturn(opened: string | null): void {
  const before = useRef(opened);
  useEffect(() => {
    const was = before.current;
    before.current = opened;
    if (was === null || opened !== null) return;
    const row = document.querySelector<HTMLElement>(`[data-comments~="${CSS.escape(was)}"]`);
    if (row === null) focusHeading();
    else row.focus();
  }, [opened]);
}

/** Announces comments that arrive while the list is open. */
function useAnnouncements(rows: readonly Comment[], filter: string): void {
  const newest = rows[0];
  const before = useRef<{ filter: string; postedAt: string } | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = newest === undefined ? was : { filter, postedAt: newest.postedAt };
    if (newest === undefined || was === null || was.filter !== filter || newest.postedAt <= was.postedAt)
      return;
    announce(t('newCommentFrom', { author: newest.authorName ?? newest.authorHandle ?? t('someone') }));
  }, [newest, filter]);
}

function RefreshButton() {
  const refreshing = useRefreshComments();
  const nameOf = useAccountName();
  const mayRefresh = useMay('writePosts');
  const alone = useAlone();
  const refresh = async (): Promise<void> => {
    const answer = await refreshing.mutateAsync({});
    showToast(refreshSentences(answer, nameOf), answer.accepted.length > 0 ? 'info' : 'warning');
  };
  if (!mayRefresh) return null;
  return (
    <div className="flex flex-col items-end gap-2">
      <Button busy={refreshing.isPending} onClick={() => alone(refresh)}>
        {t('checkForNewComments')}
      </Button>
      <ErrorNote error={refreshing.error} />
    </div>
  );
}

function Filters(props: InboxFilter & { onChange: (changes: Record<string, string | undefined>) => void }) {
  const { unreadOnly, accountId, assigned, onChange } = props;
  const mayWrite = useMay('writePosts');
  const unread = useUnreadCounts().data ?? {};
  const accounts = useAccounts().data ?? [];
  const nameOf = useAccountName();
  const choices = accounts
    .filter(({ id, comments }) => comments.available || id === accountId)
    .map(({ id }) => ({
      value: id,
      label:
        unread[id] === undefined ? nameOf(id) : t('accountUnread', { name: nameOf(id), count: unread[id] }),
    }));
  return (
    <div role="group" aria-label={t('filters')} className="flex flex-wrap items-end gap-4">
      <div className="w-full max-w-72">
        <SelectField
          label={t('account')}
          value={accountId ?? ''}
          choices={[{ value: '', label: t('allAccounts') }, ...choices]}
          onValue={(account) => onChange({ account })}
        />
      </div>
      {mayWrite && (
        <Segments
          label={t('assigned')}
          choices={assignedChoices}
          value={assigned}
          onValue={(value) => onChange({ assigned: value === 'all' ? undefined : value })}
        />
      )}
      <ChoiceBox
        label={t('unreadOnly')}
        checked={unreadOnly}
        onChange={(event) => onChange({ unread: event.target.checked ? '1' : undefined })}
      />
    </div>
  );
}
