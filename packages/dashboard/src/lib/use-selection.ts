import { useState } from 'react';

export interface Selection<Item> {
  /** The selected items, in the order of the list. */
  selected: Item[];
  isSelected: (id: string) => boolean;
  toggle: (id: string) => void;
  select: (ids: readonly string[]) => void;
}

/** Keeps which items of a list are selected. Items that leave the list are no longer selected. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: items.filter(({ id }) => ids.has(id)),
    isSelected: (id) => ids.has(id),
    toggle: (id) => {
      setIds((all) => {
        const next = new Set(all);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    select: (next) => setIds(new Set(next)),
  };
}
