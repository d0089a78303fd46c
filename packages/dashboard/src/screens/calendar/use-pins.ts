import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { formatInstant } from '../../lib/dates.js';
import { nameOfPost } from '../../lib/post-name.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/calendar.js';
import { pinDraft } from './api.js';
import { newPostTime } from './new-post-time.js';
import type { Post } from './tiles.js';

export interface Pins {
  /** Gives a draft a date. Throws if the service refuses it. */
  pin: (draft: Post, at: string) => Promise<void>;
  /**
   * Gives a draft the date of the calendar position where it was dropped. An error is not thrown but returned in
   * `error`.
   */
  drop: (draft: Post, place: { day: string; time?: string }) => void;
  error: unknown;
}

/** Returns functions that give dates to undated drafts, for both dragging and the dialog. */
export function usePins(zone: string): Pins {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const pin = async (draft: Post, at: string): Promise<void> => {
    setError(null);
    try {
      await pinDraft(draft.id, at);
      const told = formatInstant(at, { timeZone: draft.timezone ?? zone });
      showToast(t('isOnCalendar', { name: nameOfPost(draft), time: told }));
    } finally {
      await client.invalidateQueries({ queryKey: keys.of(id, 'posts') });
    }
  };
  return {
    pin,
    drop: (draft, place) => {
      const at = newPostTime(place, zone, Date.now());
      if (at === null) showToast(t('aDraftCannotBePut'), 'warning');
      else pin(draft, at).catch(setError);
    },
    error,
  };
}
