import { userLocale } from '../../lib/language.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { formatBytes } from '../../lib/format-media.js';
import { ErrorState } from '../../ui/error-state.js';
import { Facts } from '../../ui/facts.js';
import { PaymentPage } from './payment-page.js';
import { useEndpointCount, useUsage, type Count, type WorkspaceUsage } from './api.js';

const endpointsMax = 20;

const planLabels: Readonly<Record<string, string>> = {
  SELF_HOSTED: 'Self-hosted',
  FREE: 'Free',
  DEVELOPER: 'Developer',
  STARTER: 'Starter',
  TEAM: 'Team',
  AGENCY: 'Agency',
};

/** Shows the plan and its usage. */
export function PlanFacts() {
  const { plan } = useWorkspace();
  const mayListEndpoints = useMay('manageWebhooks');
  const endpoints = useEndpointCount(mayListEndpoints);
  const usage = useUsage();
  const used = (of: (usage: WorkspaceUsage) => string): string =>
    usage.data === undefined ? unknown(usage.isError) : of(usage.data);
  const failed = [usage, endpoints].filter(({ data, isError }) => isError && data === undefined);
  return (
    <section aria-labelledby="plan-title" className="flex flex-col gap-3">
      <h2 id="plan-title" className="text-xl font-semibold">
        Plan and usage
      </h2>
      <Facts
        facts={[
          ['Plan', planLabels[plan] ?? plan],
          ['Posts created this month (UTC)', used(({ posts }) => ofMax(posts, number))],
          ['Of these, created with an API key', used(({ apiPosts }) => ofMax(apiPosts, number))],
          ['Media storage', used(({ storageBytes }) => ofMax(storageBytes, formatBytes))],
          ['Accounts', used(({ socialAccounts }) => ofMax(socialAccounts, number))],
          ['Members', used(({ members }) => ofMax(members, number))],
          ['Webhook endpoints', mayListEndpoints ? `${wordsOf(endpoints)} of ${endpointsMax}` : null],
        ]}
      />
      <PaymentPage exists={usage.data?.hasBillingPage === true} />
      {failed[0] !== undefined && (
        <ErrorState
          error={failed[0].error}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
        />
      )}
    </section>
  );
}

const unknown = (isError: boolean): string => (isError ? 'Unknown' : '…');
const number = (value: number): string => value.toLocaleString(userLocale);

function ofMax(
  { used, max }: { used: number; max: number | null },
  words: (value: number) => string,
): string {
  return max === null ? words(used) : `${words(used)} of ${words(max)}`;
}

function wordsOf({ data, isError }: { data: Count | undefined; isError: boolean }): string {
  if (data !== undefined) return data.hasMore ? `More than ${data.number}` : String(data.number);
  return unknown(isError);
}
