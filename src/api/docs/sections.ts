/** A listed page that is not made from a Markdown file. */
export interface FixedPage {
  title: string;
  url: string;
}

export interface DocSection {
  title: string;
  pages?: readonly FixedPage[];
  /** Markdown files of the repository, in this order. A folder (`docs/connect/`) includes all files in it. */
  files: readonly string[];
}

export const apiReference: FixedPage = { title: 'API reference', url: '/docs/api' };

/** The sidebar. The title of a page is the first heading of its file, unless `titles` has another. */
export const docSections: readonly DocSection[] = [
  { title: 'Start', files: ['docs/quick-start.md', 'README.md'] },
  { title: 'Concepts', files: ['docs/concepts.md'] },
  {
    title: 'Guides',
    files: [
      'docs/clients.md',
      'docs/cli.md',
      'docs/requests.md',
      'docs/uploads.md',
      'docs/after-publishing.md',
      'docs/inbox.md',
      'docs/metrics.md',
      'docs/mcp.md',
      'docs/n8n.md',
      'docs/oauth.md',
      'docs/dashboard.md',
      'docs/people-and-keys.md',
      'docs/audit-log.md',
      'docs/sandbox.md',
      'docs/troubleshooting.md',
    ],
  },
  { title: 'Platforms', files: ['docs/platforms.md', 'docs/certify.md', 'docs/certified/', 'docs/media.md'] },
  { title: 'Connect', files: ['docs/connect/'] },
  {
    title: 'Reference',
    pages: [apiReference],
    files: [
      'docs/errors.md',
      'docs/target-errors.md',
      'docs/configuration.md',
      'docs/webhooks.md',
      'docs/contract.md',
    ],
  },
  {
    title: 'Operations',
    files: [
      'docs/production.md',
      'docs/one-server.md',
      'docs/deploy.md',
      'docs/runbook.md',
      'docs/reliability.md',
      'docs/data.md',
      'docs/security/',
      'docs/benchmarks.md',
    ],
  },
  { title: 'Decisions', files: ['docs/decisions/'] },
  { title: 'Internals', files: ['docs/internals/'] },
];

/** Sections for people who change Punctual. The menu has them only on their own pages, and the first page at its end. */
export const forBuilders: readonly string[] = ['Decisions', 'Internals'];

/** The title of the section for files that no other section names. A test fails if there are any. */
export const unsortedTitle = 'More';

export const titles: Readonly<Record<string, string>> = { 'README.md': 'About Punctual' };

/** The entrances of the first page, each with the file that it leads to. */
export const doors = [
  { title: 'Publish', words: 'A key, a request, a published post.', file: 'docs/quick-start.md' },
  { title: 'Webhooks', words: 'Get notified when a post is published or fails.', file: 'docs/webhooks.md' },
  { title: 'Run it', words: 'Install it on your own server.', file: 'docs/production.md' },
] as const;

/** Questions for the first page, each with the file that answers it. */
export const commonQuestions: readonly (readonly [question: string, file: string])[] = [
  ['How do I publish my first post?', 'docs/quick-start.md'],
  ['What are a post, a target and an attempt?', 'docs/concepts.md'],
  ['How do I connect an account?', 'docs/connect/README.md'],
  ['What can each platform publish?', 'docs/platforms.md'],
  ['How do I call the API from TypeScript, Python or Go?', 'docs/clients.md'],
  ['How do I schedule posts from a terminal or a script?', 'docs/cli.md'],
  ['How do I send a request again after a timeout?', 'docs/requests.md'],
  ['How do I upload images and videos?', 'docs/uploads.md'],
  ['How do I receive and verify webhooks?', 'docs/webhooks.md'],
  ['How do I let an AI agent write posts?', 'docs/mcp.md'],
  ['How do I use Punctual in n8n?', 'docs/n8n.md'],
  ['What does this error code mean?', 'docs/errors.md'],
  ['Why did a target fail?', 'docs/target-errors.md'],
  ['Why was my post late?', 'docs/troubleshooting.md'],
  ['Can a post be published twice?', 'docs/reliability.md'],
  ['How do people approve posts?', 'docs/people-and-keys.md'],
  ['How do I find a post, or change several at once?', 'docs/dashboard.md'],
  ['Who changed what?', 'docs/audit-log.md'],
  ['What is stored, and how is it deleted?', 'docs/data.md'],
  ['How do I run it in production, move it or stop it?', 'docs/production.md'],
];
