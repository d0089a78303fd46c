import type { ReactNode } from 'react';
import { Section as ScreenSection } from '../ui/section.js';

/** A part of the page, which the test compares as one picture. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ScreenSection title={title} size="small" className="gap-4 p-2">
      {children}
    </ScreenSection>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
