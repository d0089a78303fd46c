import { useMay } from '../../api/workspace.js';
import { t } from '../../messages/home.js';
import { Screen } from '../../ui/screen.js';
import { FirstSteps } from './first-steps.js';
import { LastWeekCard } from './last-week-card.js';
import { AccountsCard, CommentsCard } from './other-cards.js';
import { DueCard, FailedCard, WaitingCard } from './post-cards.js';

/** Shows the posts of today, the things that need a person's attention, and the results of the last posts. */
export function HomeScreen() {
  const mayApprove = useMay('approvePosts');
  return (
    <Screen title={t('home')}>
      <FirstSteps />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <DueCard />
          <FailedCard />
          <LastWeekCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mayApprove && <WaitingCard />}
          <CommentsCard />
          <AccountsCard />
        </div>
      </div>
    </Screen>
  );
}
