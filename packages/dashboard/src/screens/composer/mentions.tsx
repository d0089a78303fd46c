import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { shownHandle } from '../../lib/account-names.js';
import { announce } from '../../lib/announce.js';
import { matchingPeople, mentionAt, type TypedMention } from '../../lib/mention-at.js';
import type { Platform } from '../../lib/platform-looks.js';
import { t } from '../../messages/composer.js';
import { Avatar } from '../../ui/avatar.js';
import { popupItemClass, popupListClass } from '../../ui/popup-list.js';
import type { TargetDraft } from './draft.js';
import type { Form } from './form.js';
import { useMentionSearches, type OfferedSearch, type Person } from './mention-searches.js';

type Suggestion = { person: Person } | { search: OfferedSearch };

const commentsReadMax = 100;
const freshMs = 300_000;
const shownMax = 6;
/** The platforms on which a handle in the text is not a link to its owner. */
const withoutHandles: readonly Platform[] = ['FACEBOOK_PAGE', 'LINKEDIN_PERSON', 'LINKEDIN_COMPANY'];

/**
 * Suggests people while a mention is typed in a text: the workspace's accounts, those who have commented, and those whom
 * the platforms find.
 */
export function useMentions(form: Form, targets: readonly TargetDraft[]) {
  const id = useId();
  const [at, setAt] = useState<TypedMention | null>(null);
  // The suggestion that the arrow keys have chosen; null for none yet.
  const [chosen, setChosen] = useState<number | null>(null);
  // A mention whose suggestions were closed with Escape.
  const [closed, setClosed] = useState<number | null>(null);
  const typed = at === null || at.from === closed ? null : at.typed;
  const { peopleCount, suggestions, notes } = useSuggestions(form, targets, typed);
  const count = suggestions.length;
  const isOpen = count > 0 || notes.length > 0;
  // A search may cost money, so it is never the one that Enter takes without an arrow key.
  const active = Math.min(chosen ?? (peopleCount > 0 ? 0 : -1), count - 1);
  useEffect(() => {
    if (peopleCount > 0) announce(t('mentionsFound', { count: peopleCount }));
  }, [peopleCount, at?.typed]);

  const onSelect = ({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const next = area.selectionStart === area.selectionEnd ? mentionAt(area.value, area.selectionEnd) : null;
    if (next?.from === at?.from && next?.typed === at?.typed) return;
    setAt(next);
    setChosen(null);
    if (next?.from !== closed) setClosed(null);
  };
  const choose = (area: HTMLTextAreaElement, suggestion: Suggestion | undefined): void => {
    if (at === null || suggestion === undefined) return;
    setChosen(null);
    if ('search' in suggestion) {
      suggestion.search.run();
      return;
    }
    area.setRangeText(`${suggestion.person.text} `, at.from, at.from + 1 + at.typed.length, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setAt(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While letters of other scripts are composed, Enter ends only the composition.
    if (!isOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return;
    const { key, currentTarget: area } = event;
    if (key === 'ArrowDown' && count > 0) setChosen((active + 1) % count);
    else if (key === 'ArrowUp' && count > 0) setChosen((Math.max(active, 0) - 1 + count) % count);
    else if ((key === 'Enter' || key === 'Tab') && active >= 0) choose(area, suggestions[active]);
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
      'aria-controls': count > 0 ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
    list: isOpen && (
      <Suggestions id={id} suggestions={suggestions} notes={notes} active={active} onChoose={choose} />
    ),
  };
}

/** Returns what to suggest for the part of a handle that is typed: people first, then searches for more. */
function useSuggestions(form: Form, targets: readonly TargetDraft[], typed: string | null) {
  const platforms = new Set(targets.map(({ platform }) => platform));
  const known = usePeopleOn(platforms, form, typed !== null);
  const { people: found, offers, notes } = useMentionSearches(form, targets, typed);
  const all = typed === null ? [] : [...matchingPeople(known, typed), ...found];
  const people = onceEach(all).slice(0, shownMax);
  const suggestions: readonly Suggestion[] = [
    ...people.map((person) => ({ person })),
    ...offers.map((search) => ({ search })),
  ];
  return { peopleCount: people.length, suggestions, notes };
}

/** Returns each person of a platform once. */
const onceEach = (people: readonly Person[]): Person[] =>
  people.filter((person, at) => people.findIndex((other) => nameOf(other) === nameOf(person)) === at);

const nameOf = ({ platform, handle }: Person): string =>
  `${platform} ${handle.replace(/^@/, '').toLowerCase()}`;

interface SuggestionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** Messages about searches. */
  notes: readonly string[];
  active: number;
  onChoose: (area: HTMLTextAreaElement, suggestion: Suggestion) => void;
}

function Suggestions({ id, suggestions, notes, active, onChoose }: SuggestionsProps) {
  return (
    <div className={`${popupListClass} absolute top-full left-2 z-20 -mt-1 w-80 max-w-[calc(100%-1rem)]`}>
      {suggestions.length > 0 && (
        <div id={id} role="listbox" aria-label={t('mentions')}>
          {suggestions.map((suggestion, index) => (
            // The text field keeps the focus, and its arrow keys choose a suggestion.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={'person' in suggestion ? nameOf(suggestion.person) : suggestion.search.label}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-highlighted={index === active || undefined}
              className={`${popupItemClass} gap-3`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ currentTarget }) => {
                const area = currentTarget.closest('[data-mentions]')?.querySelector('textarea');
                if (area) onChoose(area, suggestion);
              }}
            >
              {'person' in suggestion ? <PersonLine person={suggestion.person} /> : suggestion.search.label}
            </div>
          ))}
        </div>
      )}
      {notes.map((note) => (
        <p key={note} role="status" className="px-3 py-1.5 text-sm text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function PersonLine({ person }: { person: Person }) {
  const { name, handle, avatarUrl, platform } = person;
  return (
    <>
      <Avatar name={name === '' ? handle : name} url={avatarUrl} platform={platform} size="tiny" />
      <span className="min-w-0 truncate">
        {name} <span className="text-muted">{shownHandle(handle)}</span>
      </span>
    </>
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
    byHandle.set(`${person.platform} ${handle.toLowerCase()}`, {
      ...person,
      handle,
      text: shownHandle(handle),
    });
  }
  return [...byHandle.values()];
}
