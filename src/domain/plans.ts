/** The features that a plan may include. If the plan lacks one, the API responds FEATURE_NOT_AVAILABLE. */
export const features = ['API', 'APPROVALS', 'WHITE_LABEL'] as const;
export type Feature = (typeof features)[number];

export const planNames = ['SELF_HOSTED', 'FREE', 'DEVELOPER', 'STARTER', 'TEAM', 'AGENCY'] as const;
export type PlanName = (typeof planNames)[number];

export interface Plan {
  /** Whether a hosted installation sells the plan. Other plans cost nothing. */
  hosted: boolean;
  features: readonly Feature[];
  /** Posts created in a calendar month (UTC) in each workspace. Null: no limit. */
  postsPerMonthMax: number | null;
  /** The number of these posts that may be created through the API. */
  apiPostsPerMonthMax: number | null;
  /** The number of workspaces that an owner may have without add-ons, and the maximum with add-ons. */
  workspacesIncluded: number | null;
  workspacesMax: number | null;
  /** The number of bytes of media that one workspace may store. */
  storageBytesMax: number | null;
  /** Accounts that may be connected before a card must be on file. Null: a card is never required. */
  connectionsWithoutCardMax: number | null;
}

const gib = 1024 ** 3;

const unlimited = {
  postsPerMonthMax: null,
  apiPostsPerMonthMax: null,
  workspacesIncluded: null,
  workspacesMax: null,
  storageBytesMax: null,
  connectionsWithoutCardMax: null,
} as const;

/** The only table of plans. The contract names the limits and leaves the numbers open (docs/contract.md, "Plans"). */
export const plans = {
  SELF_HOSTED: { hosted: false, features, ...unlimited },
  FREE: {
    hosted: true,
    features: [],
    postsPerMonthMax: 30,
    apiPostsPerMonthMax: 0,
    workspacesIncluded: 1,
    workspacesMax: 1,
    storageBytesMax: gib,
    connectionsWithoutCardMax: null,
  },
  DEVELOPER: {
    hosted: true,
    features: ['API'],
    postsPerMonthMax: 1_000,
    apiPostsPerMonthMax: 1_000,
    workspacesIncluded: 1,
    workspacesMax: 50,
    storageBytesMax: 5 * gib,
    connectionsWithoutCardMax: 3,
  },
  STARTER: {
    hosted: true,
    features: ['API'],
    postsPerMonthMax: 300,
    apiPostsPerMonthMax: 100,
    workspacesIncluded: 1,
    workspacesMax: 5,
    storageBytesMax: 10 * gib,
    connectionsWithoutCardMax: null,
  },
  TEAM: {
    hosted: true,
    features: ['API', 'APPROVALS'],
    postsPerMonthMax: 2_000,
    apiPostsPerMonthMax: 1_000,
    workspacesIncluded: 3,
    workspacesMax: 20,
    storageBytesMax: 50 * gib,
    connectionsWithoutCardMax: null,
  },
  AGENCY: {
    hosted: true,
    features,
    postsPerMonthMax: 10_000,
    apiPostsPerMonthMax: 10_000,
    workspacesIncluded: 15,
    workspacesMax: 200,
    storageBytesMax: 250 * gib,
    connectionsWithoutCardMax: null,
  },
} as const satisfies Record<PlanName, Plan>;

export function planOf(name: PlanName): Plan {
  return plans[name];
}

export function hasFeature(name: PlanName, feature: Feature): boolean {
  return planOf(name).features.includes(feature);
}

/** Returns how many bytes of media a workspace of this plan may store. Null: no limit. */
export function storageBytesMaxOf(name: PlanName): number | null {
  return planOf(name).storageBytesMax;
}

/** Returns the better of two plans, for a user who owns workspaces with both. */
export function betterPlan(a: PlanName, b: PlanName): PlanName {
  const rank = ({ workspacesMax }: Plan): number => workspacesMax ?? Infinity;
  return rank(planOf(b)) > rank(planOf(a)) ? b : a;
}
