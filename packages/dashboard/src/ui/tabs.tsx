import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** A row of tabs with their content. Keep `value` in the URL (`useUrlParams`), so that a tab can be linked to. */
export function Tabs(props: {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValue: (value: string) => void;
}) {
  const { label, tabs, value, onValue } = props;
  return (
    <Base.Root value={value} onValueChange={(next: string) => onValue(next)}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-10 border-b-2 border-transparent px-4 py-1.5 text-muted data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
