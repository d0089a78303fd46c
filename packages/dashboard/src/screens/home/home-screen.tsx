import { useMay } from '../../api/workspace.js';
import { t } from '../../messages/home.js';
import { Screen } from '../../ui/screen.js';
import { FirstSteps } from './first-steps.js';
import { LastWeekCard } from './last-week-card.js';
import { AccountsCard, CommentsCard } from './other-cards.js';
import { DueCard, FailedCard, WaitingCard } from './post-cards.js';

/** Shows what is due today, what needs a person's attention, and how the last posts did. */
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
