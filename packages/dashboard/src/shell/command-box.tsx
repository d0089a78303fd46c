import { t as common } from '../messages/common.js';
import { t } from '../messages/shell.js';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useAllAccounts, type SocialAccount } from '../api/accounts.js';
import type { Post } from '../api/posts.js';
import { accountName } from '../lib/account-names.js';
import { hasWords } from '../lib/has-words.js';
import { KeyCaps } from '../ui/key-caps.js';
import { popupItemClass } from '../ui/popup-list.js';
import { ToldText } from '../ui/told-text.js';
import { toldOf } from '../api/errors.js';
import { inOne, type Told } from '../lib/told.js';
import { useActions, usePages, type Command } from './commands.js';
import { textCharsMax, useFoundPosts } from './found.js';
import { AccountRow, PostRow } from './found-rows.js';
import { useShownWorkspace } from './navigation.js';
import type { Overlay } from './overlay.js';

type Item = { run: () => void; id: string } & (
  | { kind: 'command'; command: Command }
  | { kind: 'account'; account: SocialAccount }
  | { kind: 'post'; post: Post }
);

interface Group {
  title: string;
  items: Item[];
}

/** The maximum number of accounts, so that the groups below them stay visible. */
const accountsShownMax = 6;
const popupClass =
  'fixed top-[8dvh] left-1/2 z-50 flex max-h-[84dvh] w-[min(94vw,40rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-popup';

/** A dialog that finds pages, actions, accounts, and posts by their text, and opens the chosen one. */
export function CommandBox(props: { typedFirst: string; onShow: (overlay: Overlay | null) => void }) {
  const { typedFirst, onShow } = props;
  const [typed, setTyped] = useState(typedFirst);
  const { groups, status } = useFound(typed, onShow);
  return (
    <Dialog.Root open onOpenChange={(next) => next || onShow(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className={popupClass}>
          <Dialog.Title className="sr-only">{t('search')}</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            autoHighlight="always"
            keepHighlight
            value={typed}
            itemToStringValue={({ id }: Item) => id}
            // Choosing an item would otherwise write its id into the field.
            onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search className="size-5 shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={t('searchForPagesPostsAccounts')}
                placeholder={t('searchForPagesPostsAccounts')}
                maxLength={textCharsMax}
                className="min-h-13 w-full min-w-0 bg-transparent text-lg text-ellipsis outline-none placeholder:text-muted"
              />
            </div>
            <Results typed={typed} onChoose={() => onShow(null)} />
            <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-2 text-xs text-muted">
              <Autocomplete.Status>
                <ToldText told={status} />
              </Autocomplete.Status>
              <span className="flex shrink-0 items-center gap-2 pointer-coarse:hidden">
                {t.rich('toOpenToClose', {
                  keyCaps: () => <KeyCaps keys="Enter" />,
                  keyCaps2: () => <KeyCaps keys="Escape" />,
                })}
              </span>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The list of what was found, in groups. */
function Results({ typed, onChoose }: { typed: string; onChoose: () => void }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-2">
      <Autocomplete.Empty className="px-3 text-muted not-empty:py-3">
        {common('nothingFound')}
      </Autocomplete.Empty>
      <Autocomplete.List className="flex flex-col gap-2">
        {(group: Group) => (
          <Autocomplete.Group key={group.title} items={group.items}>
            <Autocomplete.GroupLabel className="px-3 py-1 text-xs font-medium text-muted">
              {group.title}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Item) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={`${popupItemClass} gap-3 data-highlighted:bg-accent-soft`}
                  onClick={() => {
                    onChoose();
                    item.run();
                  }}
                >
                  <Row item={item} typed={typed} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </div>
  );
}

function Row({ item, typed }: { item: Item; typed: string }) {
  if (item.kind === 'post') return <PostRow post={item.post} searched={typed} />;
  if (item.kind === 'account') return <AccountRow account={item.account} />;
  const { icon: Icon, label } = item.command;
  return (
    <>
      <Icon className="size-4.5 shrink-0 text-muted" />
      {label}
    </>
  );
}

/** Returns the items that match the typed text in groups, and a sentence about the search for posts. */
function useFound(typed: string, onShow: (overlay: Overlay) => void): { groups: Group[]; status: Told } {
  const navigate = useNavigate();
  const workspace = useShownWorkspace();
  const pages = usePages(workspace);
  const actions = useActions(workspace, onShow);
  const accounts = useAllAccounts(workspace?.id).data ?? [];
  const found = useFoundPosts(workspace?.id, typed);
  const fitting = (commands: Command[]): Item[] =>
    commands
      .filter(({ label }) => hasWords(label, typed.trim()))
      .map((command) => ({ kind: 'command', id: command.id, run: command.run, command }));
  const open = (path: string) => () => void navigate({ to: `/w/${workspace?.id}/${path}` });
  const named = accounts
    .filter(
      ({ platform, handle }) => typed.trim() !== '' && hasWords(accountName(platform, handle), typed.trim()),
    )
    .slice(0, accountsShownMax)
    .map((account): Item => ({ kind: 'account', id: account.id, account, run: open('accounts') }));
  const posts = (found.data?.posts ?? []).map((post): Item => ({
    kind: 'post',
    id: post.id,
    post,
    run: open(`posts/${post.id}`),
  }));
  const groups = [
    { title: t('pages'), items: fitting(pages) },
    { title: t('actions'), items: fitting(actions) },
    { title: t('accounts'), items: named },
    { title: t('posts'), items: posts },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), status: statusOf(found) };
}

function statusOf({ isAsked, isSearching, error, data }: ReturnType<typeof useFoundPosts>): Told {
  if (!isAsked) return '';
  if (isSearching) return t('searchingPosts');
  if (error !== null) return inOne(`${t('postsCouldNotBeSearched')} `, toldOf(error));
  const count = data?.posts.length ?? 0;
  if (data?.isCut === true) return t('theCountNewestPostsType', { count });
  if (count === 0) return t('noPostHasThisText');
  return t('countOfPosts', { count });
}
