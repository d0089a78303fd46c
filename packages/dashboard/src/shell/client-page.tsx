import { useEffect, useState } from 'react';
import { linkTokens, onLink } from '../lib/link-tokens.js';
import { ClientReview } from '../screens/client-review/client-review.js';
import { LinkNotice } from '../screens/client-review/link-notice.js';
import { t } from '../messages/shell.js';
import { AwayBanner } from './away-banner.js';

/** The page behind a client link. It needs no account, and has nothing of the navigation of members. */
export function ClientPage() {
  const [token, setToken] = useState(() => linkTokens().client);
  useEffect(() => onLink(() => setToken(linkTokens().client)), []);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <AwayBanner />
      <main className="flex-1 p-4 pb-24 md:p-8">
        {token === null ? (
          <LinkNotice title={t('openYourLink')}>{t('thisPageShowsPostsTo')}</LinkNotice>
        ) : (
          <ClientReview key={token} token={token} />
        )}
      </main>
    </div>
  );
}
