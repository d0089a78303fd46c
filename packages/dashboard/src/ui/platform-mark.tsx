import { platformMarks, type Platform } from '../lib/platform-looks.js';

/**
 * Shows the mark of a platform. It is hidden from screen readers, because the name of the platform is beside it or in a
 * text for them.
 */
export function PlatformMark({ platform, className = 'size-4' }: { platform: Platform; className?: string }) {
  const { color, lines, areas } = platformMarks[platform];
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={`inline-block shrink-0 ${className}`}>
      <rect
        x="0.25"
        y="0.25"
        width="15.5"
        height="15.5"
        rx="4"
        fill={color}
        className="stroke-mark-edge"
        strokeWidth="0.5"
      />
      {lines !== '' && (
        <path
          d={lines}
          fill="none"
          stroke="#fff"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {areas !== '' && <path d={areas} fill="#fff" />}
    </svg>
  );
}
