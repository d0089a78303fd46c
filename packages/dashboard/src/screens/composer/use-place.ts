import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Draft } from './draft.js';
import type { Spot } from './form.js';
import { focusSpot } from './go-to.js';

/** The tab of the content that all accounts share. The other tabs are named by the ids of accounts. */
export const sharedTab = 'all';

/** The tab that the user has chosen, and a function that goes to a field of the form. */
export function usePlace(hasShared: boolean) {
  const root = useRef<HTMLFormElement>(null);
  const [tab, setTab] = useState(sharedTab);
  const goTo = (spot: Spot, draft: Draft): void => {
    const { accountId, place } = spot;
    const isOwn = accountId !== null && (!hasShared || isInOwnTab(spot, draft.targets));
    // The tab is shown immediately, because only a visible field can take the focus.
    if (place !== 'account') flushSync(() => setTab(isOwn ? accountId : sharedTab));
    // The previous panel is hidden a little later, but is inert immediately.
    const panel = place === 'account' ? '[data-field=accounts]' : '[role=tabpanel]:not([inert])';
    const part = root.current?.querySelector(panel);
    if (part !== null && part !== undefined) focusSpot(part, spot);
  };
  return { root, tab, setTab, goTo };
}

/** Returns the tab to show: the chosen one, or the first if the account of the chosen one was removed. */
export function tabOf(chosen: string, { targets }: Draft, hasShared: boolean): string {
  const first = hasShared ? sharedTab : (targets[0]?.accountId ?? sharedTab);
  return targets.some(({ accountId }) => accountId === chosen) ? chosen : first;
}

/** Whether a field is in the tab of its account. Otherwise it is in the tab of what all accounts share. */
function isInOwnTab({ accountId, place }: Spot, targets: Draft['targets']): boolean {
  const target = targets.find((one) => one.accountId === accountId);
  if (target === undefined) return false;
  if (place === 'caption') return target.caption !== null;
  if (place === 'part') return target.parts !== null;
  return place === 'media' ? target.mediaIds !== null : place !== 'account';
}
