import type { ReactNode } from 'react';
import { t } from '../messages/common.js';

/** A link that opens another site in a new tab. URLs that are not http or https are shown as plain text. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  const isWeb =
    URL.canParse(href, globalThis.location.origin) &&
    /^https?:$/.test(new URL(href, globalThis.location.origin).protocol);
  if (!isWeb) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="underline">
      {children}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  );
}
