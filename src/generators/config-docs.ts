import { variableGroups } from '../config/variables.js';
import { plans, type Plan } from '../domain/plans.js';
import { table } from './markdown.js';

const preface = `# Configuration

Punctual is configured by environment variables. An empty variable counts as unset. \`npm start\` needs none of them. Generated from
\`src/config/variables.ts\` and the platforms' definitions by \`npm run openapi\`; do not edit it by hand.
`;

/** Returns the text of docs/configuration.md: every environment variable, and the plans. */
export function configurationMarkdown(): string {
  const sections = variableGroups().map(({ title, intro, variables }) => {
    const rows = variables.map(({ name, what, byDefault }) => [`\`${name}\``, what, byDefault ?? '']);
    return `## ${title}\n\n${intro}\n\n${table(['Variable', 'What it does', 'Default'], rows)}\n`;
  });
  return [preface, ...sections, plansSection()].join('\n');
}

const gib = 1024 ** 3;

/** The limits of each plan, and how an operator changes the plan of a workspace. */
function plansSection(): string {
  const of = (max: number | null, unit = ''): string =>
    max === null ? 'no limit' : `${max.toLocaleString('en-US')}${unit}`;
  const rows = Object.entries<Plan>(plans).map(([name, plan]) => [
    `\`${name}\``,
    plan.features.join(', '),
    of(plan.postsPerMonthMax),
    of(plan.apiPostsPerMonthMax),
    of(plan.workspacesIncluded),
    of(plan.workspacesMax),
    of(plan.storageBytesMax === null ? null : plan.storageBytesMax / gib, ' GiB'),
  ]);
  const head = ['Plan', 'Features', 'Posts a month', 'By API', 'Workspaces', 'With add-ons', 'Media storage'];
  const intro =
    "Each workspace has a plan. Posts and media storage are counted for each workspace, workspaces for each owner. The other limits on this page, such as that of the media of a workspace, hold for every plan. No operation changes the plan of a workspace; the operator does, in the database: `update workspaces set plan = 'TEAM' where id = 'ws_…'`.";
  return `## Plans\n\n${intro}\n\n${table(head, rows)}\n`;
}
