import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { shownHandle } from '../../lib/account-names.js';
import { announce } from '../../lib/announce.js';
import { matchingPeople, mentionAt, type Mentionable, type TypedMention } from '../../lib/mention-at.js';
import type { Platform } from '../../lib/platform-looks.js';
import { t } from '../../messages/composer.js';
import { Avatar } from '../../ui/avatar.js';
import { popupItemClass, popupListClass } from '../../ui/popup-list.js';
import type { TargetDraft } from './draft.js';
import type { Form } from './form.js';

interface Person extends Mentionable {
  platform: Platform;
  avatarUrl: string | null;
}

const commentsReadMax = 100;
const freshMs = 300_000;
const shownMax = 6;
/** On these, a handle in the text is no link to its owner. */
const withoutHandles: readonly Platform[] = ['FACEBOOK_PAGE', 'LINKEDIN_PERSON', 'LINKEDIN_COMPANY'];

/** Suggests handles while one is typed in a text: those of the workspace's accounts, and of people who have commented. */
export function useMentions(form: Form, targets: readonly TargetDraft[]) {
  const id = useId();
  const [at, setAt] = useState<TypedMention | null>(null);
  const [active, setActive] = useState(0);
  // A mention whose suggestions were closed with Escape.
  const [closed, setClosed] = useState<number | null>(null);
  const platforms = new Set(targets.map(({ platform }) => platform));
  const people = usePeopleOn(platforms, form, at !== null);
  const found = at === null || at.from === closed ? [] : matchingPeople(people, at.typed).slice(0, shownMax);
  const count = found.length;
  const isOpen = count > 0;
  useEffect(() => {
    if (count > 0) announce(t('mentionsFound', { count }));
  }, [count, at?.typed]);

  const onSelect = ({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const next = area.selectionStart === area.selectionEnd ? mentionAt(area.value, area.selectionEnd) : null;
    if (next?.from === at?.from && next?.typed === at?.typed) return;
    setAt(next);
    setActive(0);
    if (next?.from !== closed) setClosed(null);
  };
  const choose = (area: HTMLTextAreaElement, person: Person | undefined): void => {
    if (at === null || person === undefined) return;
    area.setRangeText(`${shownHandle(person.handle)} `, at.from, at.from + 1 + at.typed.length, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setAt(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While letters of other scripts are composed, Enter ends only the composition.
    if (!isOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return;
    const { key, currentTarget: area } = event;
    if (key === 'ArrowDown') setActive((active + 1) % count);
    else if (key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (key === 'Enter' || key === 'Tab') choose(area, found[active]);
    else if (key === 'Escape') setClosed(at?.from ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    areaProps: {
      onSelect,
      onKeyDown,
      onBlur: () => setAt(null),
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
    },
    list: isOpen && <Suggestions id={id} people={found} active={active} onChoose={choose} />,
  };
}

interface SuggestionsProps {
  id: string;
  people: readonly Person[];
  active: number;
  onChoose: (area: HTMLTextAreaElement, person: Person) => void;
}

function Suggestions({ id, people, active, onChoose }: SuggestionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('mentions')}
      className={`${popupListClass} absolute top-full left-2 z-20 -mt-1 w-80 max-w-[calc(100%-1rem)]`}
    >
      {people.map((person, index) => (
        // The text keeps the focus, and its keys choose.
        // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events
        <div
          key={`${person.platform} ${person.handle}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active || undefined}
          className={`${popupItemClass} gap-3`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            const area = currentTarget.closest('[data-mentions]')?.querySelector('textarea');
            if (area) onChoose(area, person);
          }}
        >
          <Avatar
            name={person.name === '' ? person.handle : person.name}
            url={person.avatarUrl}
            platform={person.platform}
            size="tiny"
          />
          <span className="min-w-0 truncate">
            {person.name} <span className="text-muted">{shownHandle(person.handle)}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** Returns the people on some platforms who can be mentioned by their handles, each once. */
function usePeopleOn(platforms: ReadonlySet<Platform>, form: Form, isAsked: boolean): Person[] {
  const { id: workspaceId } = useWorkspace();
  const { data: comments = [] } = useQuery({
    queryKey: keys.of(workspaceId, 'comments', 'authors'),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, mine: false, limit: commentsReadMax };
      return (await dataOf(api.GET('/comments', { params: { query }, signal }))).data;
    },
    enabled: isAsked,
    staleTime: freshMs,
  });
  const authors = comments.map(({ platform, authorHandle, authorName, authorAvatarUrl }) => ({
    platform,
    handle: authorHandle,
    name: authorName ?? '',
    avatarUrl: authorAvatarUrl,
  }));
  const accounts = [...form.accounts.values()].map(({ platform, handle, displayName, avatarUrl }) => ({
    platform,
    handle,
    name: displayName ?? '',
    avatarUrl,
  }));
  const byHandle = new Map<string, Person>();
  for (const { handle, ...person } of [...authors, ...accounts]) {
    if (handle === null || /\s/.test(handle) || withoutHandles.includes(person.platform)) continue;
    if (!platforms.has(person.platform)) continue;
    byHandle.set(`${person.platform} ${handle.toLowerCase()}`, { ...person, handle });
  }
  return [...byHandle.values()];
}
