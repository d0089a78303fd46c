import { userLocale } from '../../lib/language.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { formatBytes } from '../../lib/format-media.js';
import { planLabels } from '../../lib/plan-labels.js';
import { t } from '../../messages/workspace.js';
import { ErrorState } from '../../ui/error-state.js';
import { Facts } from '../../ui/facts.js';
import { PaymentPage } from './payment-page.js';
import { useEndpointCount, useUsage, type Count, type WorkspaceUsage } from './api.js';
import { Section } from '../../ui/section.js';

const endpointsMax = 20;

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
    <Section title={t('planAndUsage')}>
      <Facts
        facts={[
          [t('plan'), planLabels[plan] ?? plan],
          [t('postsCreatedThisMonthUtc'), used(({ posts }) => ofMax(posts, number))],
          [t('ofTheseCreatedWithAn'), used(({ apiPosts }) => ofMax(apiPosts, number))],
          [t('mediaStorage'), used(({ storageBytes }) => ofMax(storageBytes, formatBytes))],
          [t('accounts'), used(({ socialAccounts }) => ofMax(socialAccounts, number))],
          [t('members'), used(({ members }) => ofMax(members, number))],
          [
            t('webhookEndpoints'),
            mayListEndpoints ? t('usedOfMax', { used: wordsOf(endpoints), max: number(endpointsMax) }) : null,
          ],
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
    </Section>
  );
}

const unknown = (isError: boolean): string => (isError ? t('unknown') : '…');
const number = (value: number): string => value.toLocaleString(userLocale);

function ofMax(
  { used, max }: { used: number; max: number | null },
  words: (value: number) => string,
): string {
  return max === null ? words(used) : t('usedOfMax', { used: words(used), max: words(max) });
}

function wordsOf({ data, isError }: { data: Count | undefined; isError: boolean }): string {
  if (data !== undefined)
    return data.hasMore ? t('moreThanNumber', { number: data.number }) : String(data.number);
  return unknown(isError);
}
