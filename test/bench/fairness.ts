import { addAccounts, addWorkspace } from './accounts.js';
import { postsOf, type Bench, type BenchRun } from './bench.js';
import { publishRound } from './publishing-round.js';
import type { Row } from './report.js';
import { delayRow, plainRow } from './rows.js';
import { quantile } from './statistics.js';

const crowdPosts = 5_000;
const crowdPostsPerAccount = 20;
const others = 20;
const warmUpPosts = 60;
const perSecondMin = 40;
const aimMsAbove = 2_000;

/** The accounts of callers with one post each, and those of the crowd. All of their posts are due at the same time. */
interface Bystanders {
  otherIds: readonly string[];
  crowdIds: readonly string[];
}

/** Measures whether a post waits because another caller has thousands that are due at the same time. */
export const fairness: Bench = {
  name: 'fairness',
  servers: ['dev', 'postgres'],
  stack: { simulated: 'platform' },
  run: async (run) => {
    const crowd = postsOf(run, crowdPosts);
    const workspaces = await betweenWorkspaces(run, crowd);
    const accounts = await betweenAccounts(run, crowd);
    const warmUpIds = workspaces.crowdIds.slice(0, warmUpPosts);
    await publishRound({ ...run, aheadMs: 0 }, { accountIds: warmUpIds, perSecondMin });
    return {
      title: 'Fairness',
      method: `${crowd.toLocaleString('en')} posts of one workspace (${workspaceAccounts(crowd)} accounts) and one post each of ${others} others, all due at one instant, the others' scheduled last; then ${crowd.toLocaleString('en')} posts of one account and one each of ${others} others of the same workspace. How late the others' posts arrive at the platform, with the crowd and alone. Scheduled ${run.aheadMs / 1_000} s before.`,
      baseline: 'alone',
      runs: 1,
      rows: [
        ...(await measure(run, 'other workspaces', workspaces)),
        ...(await measure(run, 'other accounts', accounts)),
      ],
      cpuMs: null,
      curves: null,
    };
  },
};

const workspaceAccounts = (crowd: number): number => Math.ceil(crowd / crowdPostsPerAccount);

async function betweenWorkspaces({ stack }: BenchRun, crowd: number): Promise<Bystanders> {
  const { workspaceId } = stack;
  const accounts = await addAccounts(stack, { workspaceId, platform: 'X', count: workspaceAccounts(crowd) });
  const otherIds: string[] = [];
  for (let number = 0; number < others; number += 1) {
    const other = { workspaceId: await addWorkspace(stack), platform: 'X', count: 1 } as const;
    otherIds.push(...(await addAccounts(stack, other)));
  }
  return { otherIds, crowdIds: inTurns(accounts, crowd) };
}

async function betweenAccounts({ stack }: BenchRun, crowd: number): Promise<Bystanders> {
  const workspaceId = await addWorkspace(stack);
  const [busy = '', ...otherIds] = await addAccounts(stack, {
    workspaceId,
    platform: 'X',
    count: 1 + others,
  });
  return { otherIds, crowdIds: inTurns([busy], crowd) };
}

const inTurns = (ids: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, number) => ids[number % ids.length] ?? '');

async function measure(run: BenchRun, label: string, { otherIds, crowdIds }: Bystanders): Promise<Row[]> {
  const alone = await publishRound(run, { accountIds: otherIds, perSecondMin });
  // The other posts are scheduled last, so in order of arrival they would have to wait for the whole crowd.
  const beside = await publishRound(run, { accountIds: [...crowdIds, ...otherIds], perSecondMin });
  const [crowdMs, othersMs] = [beside.slice(0, crowdIds.length), beside.slice(crowdIds.length)];
  const row = (words: string, share: number, aim: number | null): Row =>
    delayRow(
      {
        label: `${label}: late, ${words}`,
        unit: 'ms',
        ours: [quantile(othersMs, share)],
        bare: [quantile(alone, share)],
        baseline: 'alone',
      },
      aim,
    );
  const rows = [
    row('median', 0.5, null),
    row('most', 1, aimMsAbove),
    plainRow({ label: `${label}: the crowd, most`, unit: 'ms', ours: [quantile(crowdMs, 1)] }),
  ];
  run.say(`  ${label}: ${rows[1]?.result ?? ''}, the crowd up to ${quantile(crowdMs, 1)} ms late`);
  return rows;
}
