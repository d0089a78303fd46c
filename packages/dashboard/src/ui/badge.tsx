import type { StateLabel, Tone } from '../lib/labels.js';

const tones: Record<Tone, string> = {
  neutral: 'bg-raised text-ink',
  info: 'bg-info-soft text-info',
  good: 'bg-good-soft text-good',
  warning: 'bg-warning-soft text-warning',
  unsure: 'bg-unsure-soft text-unsure',
  bad: 'bg-bad-soft text-bad',
};

export const toneClass = (tone: Tone): string => tones[tone];

/** Shows a state with a label and color from `lib/labels.ts`: `<Badge {...postStateLabels[post.status]} />`. */
export function Badge({ label, tone }: StateLabel) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-full px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}
    >
      {label}
    </span>
  );
}
