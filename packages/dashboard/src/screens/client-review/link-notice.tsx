import { LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/client-review.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState } from '../../ui/states.js';

/** Says why there is nothing to see, and what to do about it. */
export function LinkNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen title={t('postsForYourApproval')}>
      <EmptyState icon={LinkIcon} title={title}>
        {children}
      </EmptyState>
    </Screen>
  );
}
