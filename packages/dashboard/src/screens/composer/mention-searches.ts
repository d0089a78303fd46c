import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import type { Mentionable } from '../../lib/mention-at.js';
import { platformNames, type Platform } from '../../lib/platform-looks.js';
import { useSettled } from '../../lib/use-settled.js';
import { t } from '../../messages/composer.js';
import { searchQuery, type Choice } from './api.js';
import type { TargetDraft } from './draft.js';
import type { Form } from './form.js';

/** A person or page that can be mentioned. */
export interface Person extends Mentionable {
  platform: Platform;
  avatarUrl: string | null;
  /** The text that mentions the person. */
  text: string;
}

/** A search that waits for the user, because it costs money or finds only whole names. */
export interface OfferedSearch {
  label: string;
  run: () => void;
}

const typedCharsMin = 2;
const pauseMs = 300;

/**
 * Searches the platforms for people while a name is typed. Searches that cost money, or need a whole name, run only on
 * request.
 */
export function useMentionSearches(form: Form, targets: readonly TargetDraft[], typed: string | null) {
  const { id: workspaceId } = useWorkspace();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const settled = useSettled(typed, pauseMs);
  const name = typed ?? '';
  const searches = name.length < typedCharsMin ? [] : searchesOf(form, targets, name);
  const results = useQueries({
    queries: searches.map(({ key, accountId, isAutomatic }) => ({
      ...searchQuery(workspaceId, { accountId, option: 'mentions', name }),
      enabled: isAutomatic ? settled === typed : asked.has(key),
    })),
  });
  const people: Person[] = [];
  const offers: OfferedSearch[] = [];
  const notes: string[] = [];
  for (const [index, { key, platform, isAutomatic, isPaid }] of searches.entries()) {
    const result = results[index];
    const found = result?.data;
    people.push(...(found ?? []).map((choice) => toPerson(platform, choice)));
    const what = { platform: platformNames[platform], name };
    if (!isAutomatic && !asked.has(key)) {
      const label = isPaid ? t('lookUpPaid', what) : t('lookUp', what);
      offers.push({ label, run: () => setAsked(new Set([...asked, key])) });
    } else if (result?.isFetching === true) notes.push(t('lookingUp', what));
    else if (result?.isError === true) notes.push(t('lookUpFailed', what));
    else if (found?.length === 0 && !isAutomatic) notes.push(t('nobodyFound', what));
  }
  return { people, offers, notes };
}

interface Search {
  key: string;
  accountId: string;
  platform: Platform;
  isAutomatic: boolean;
  isPaid: boolean;
}

/** Returns one search for each platform of the targets that has one. */
function searchesOf(form: Form, targets: readonly TargetDraft[], name: string): Search[] {
  const searches = new Map<Platform, Search>();
  for (const { accountId, platform } of targets) {
    const search = form.platforms.get(platform)?.searches.find(({ option }) => option === 'mentions');
    if (search === undefined || searches.has(platform)) continue;
    const { exact, paid: isPaid } = search;
    const isAutomatic = !exact && !isPaid;
    searches.set(platform, { key: `${accountId} ${name}`, accountId, platform, isAutomatic, isPaid });
  }
  return [...searches.values()];
}

function toPerson(platform: Platform, { label, detail, text, imageUrl }: Choice): Person {
  const handle = detail ?? label;
  return { platform, handle, name: label, avatarUrl: imageUrl ?? null, text: text ?? `@${label}` };
}
