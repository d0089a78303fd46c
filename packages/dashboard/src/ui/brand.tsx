/** The clock of `icon.svg` in the accent color. It has no name, because the name of the product is beside it. */
export function BrandMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <circle cx="16" cy="16" r="14" className="fill-accent" />
      <path
        d="M16 8v8l5 4"
        className="fill-none stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark and the name of the product. Where there is no room, `nameClass` hides the name. */
export function Brand({ nameClass = '' }: { nameClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <BrandMark />
      <span className={`text-lg font-bold tracking-tight ${nameClass}`}>Punctual</span>
    </span>
  );
}
