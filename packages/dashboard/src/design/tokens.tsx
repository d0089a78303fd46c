import { platformNames, type Platform } from '../lib/platform-looks.js';
import { Avatar } from '../ui/avatar.js';
import { Brand } from '../ui/brand.js';
import { PlatformMark } from '../ui/platform-mark.js';
import { Row, Section } from './section.js';

const colors = [
  'bg-canvas text-ink',
  'bg-surface text-ink',
  'bg-raised text-ink',
  'bg-surface text-muted',
  'bg-accent text-on-accent',
  'bg-accent-soft text-accent',
  'bg-info-soft text-info',
  'bg-good-soft text-good',
  'bg-warning-soft text-warning',
  'bg-unsure-soft text-unsure',
  'bg-bad-soft text-bad',
  'bg-bad text-on-bad',
];
const texts = ['text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];
const platforms = Object.entries(platformNames) as [Platform, string][];

export function Tokens() {
  return (
    <>
      <Section title="Colors and text">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {colors.map((pair) => (
            <li key={pair} className={`rounded-md border border-line px-3 py-2 text-xs ${pair}`}>
              {pair}
            </li>
          ))}
        </ul>
        {texts.map((size) => (
          <p key={size} className={size}>
            Posts that go out on time <span className="text-muted">{size}</span>
          </p>
        ))}
      </Section>
      <Section title="Brand, marks and avatars">
        <Brand />
        <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {platforms.map(([platform, name]) => (
            <li key={platform} className="flex items-center gap-1.5">
              <PlatformMark platform={platform} />
              {name}
            </li>
          ))}
        </ul>
        <Row>
          <Avatar name="Ada Lovelace" />
          <Avatar name="Ada Lovelace" size="small" />
          <Avatar name="Harbor News" shape="workspace" />
          <Avatar name="Harbor News" platform="BLUESKY" />
          <Avatar name="Harbor News" platform="LINKEDIN_COMPANY" size="small" />
        </Row>
      </Section>
    </>
  );
}
