import type { ButtonHTMLAttributes, Ref } from 'react';

export type Look = 'primary' | 'plain' | 'danger' | 'quiet';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Whether work is under way. A busy button ignores presses. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const base =
  'inline-flex min-h-9 items-center justify-center gap-2 whitespace-nowrap rounded-md border px-3.5 py-1.5 text-sm font-medium transition-colors disabled:opacity-60 aria-disabled:opacity-60 pointer-coarse:min-h-11';
const looks: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-on-accent shadow-card hover:opacity-90',
  plain: 'border-line bg-surface text-ink shadow-card hover:bg-raised',
  danger: 'border-transparent bg-bad text-on-bad hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-raised',
};

export const buttonClass = (look: Look = 'plain'): string => `${base} ${looks[look]}`;

/** A button that ignores presses while it is busy. It is not disabled then, because it would lose the focus. */
export function Button({ look = 'plain', busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={`${buttonClass(look)} ${className}`}
    />
  );
}
