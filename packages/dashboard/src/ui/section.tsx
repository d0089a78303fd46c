import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  size?: 'large' | 'small';
  /** A control beside the heading. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a screen, named by its heading. */
export function Section({ title, size = 'large', action, className = 'gap-3', children }: SectionProps) {
  const titleId = useId();
  const heading = (
    <h2 id={titleId} className={`${size === 'large' ? 'text-xl' : 'text-lg'} font-semibold`}>
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={titleId} className={`flex flex-col ${className}`}>
      {action === undefined ? (
        heading
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-2">
          {heading}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
