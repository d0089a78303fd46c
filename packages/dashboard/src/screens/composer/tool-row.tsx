import type { LucideIcon } from 'lucide-react';
import { useArrowKeys } from '../../lib/use-arrow-keys.js';

interface Tool {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
}

/** A row of small buttons, which is one stop of the Tab key. */
export function ToolRow({ label, tools }: { label: string; tools: readonly Tool[] }) {
  const keys = useArrowKeys(tools.length);
  return (
    <div {...keys.row} role="toolbar" aria-label={label} className="flex flex-wrap gap-1">
      {tools.map(({ label: name, icon: Icon, onPress }, index) => (
        <button
          key={name}
          type="button"
          data-item
          tabIndex={keys.tabIndex(index)}
          className="inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-md px-1.5 text-sm text-muted hover:bg-raised hover:text-ink disabled:opacity-60 pointer-coarse:h-11 pointer-coarse:min-w-11"
          onClick={onPress}
        >
          <Icon className="size-4.5" />
          <span>{name}</span>
        </button>
      ))}
    </div>
  );
}
