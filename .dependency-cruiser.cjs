/**
 * The import table of ARCHITECTURE.md, as rules: whatever a row does not list is an error.
 * `typeOnly` lists what a row may import only with `import type`, `builtins` the modules of Node (true: all).
 */
const rows = [
  { from: 'domain', may: ['domain'], why: 'domain is pure TypeScript: no I/O and no package' },
  { from: 'urls', may: ['domain', 'urls'], why: 'urls reads URLs and host names, and opens no connection' },
  {
    from: 'concurrency',
    may: ['concurrency'],
    why: 'concurrency decides who runs, who waits and what is forgotten',
  },
  {
    from: 'db',
    may: ['domain', 'db', 'project-root.ts'],
    packages: ['drizzle-orm', 'postgres'],
    builtins: true,
    why: 'db knows rows, and nobody above it',
  },
  {
    from: 'egress',
    may: ['domain', 'urls', 'egress'],
    packages: ['undici', 'ipaddr.js', 'zod'],
    builtins: true,
    why: 'egress is the only code that opens connections to the internet and knows no rows',
  },
  {
    from: 'platforms',
    // What simulates a platform is a foreign server: it has a row of its own.
    except: '^src/platforms/(kit/)?[^/]+/sandbox/',
    may: ['domain', 'urls', 'concurrency', 'egress', 'platforms'],
    typeOnly: ['clock.ts', 'sandbox/simulator.ts'],
    packages: ['zod', 'twitter-text', 'oauth4webapi'],
    // Some platforms want a proof of the app's secret.
    builtins: ['crypto'],
    why: 'a platform takes SafeFetch and Clock by parameter and knows no rows',
  },
  {
    name: 'simulators',
    from: 'platforms/(kit/)?[^/]+/sandbox',
    may: ['domain', 'sandbox', 'platforms/(kit/)?[^/]+/sandbox'],
    // X itself publishes twitter-text: what is a link, and how long a text is, is its own rule.
    packages: ['hono', '@hono', 'zod', 'twitter-text'],
    builtins: true,
    why: 'a simulator stands for foreign servers: it shares no code with the connector, nor with the kit',
  },
  {
    from: 'billing',
    may: ['billing'],
    typeOnly: ['egress'],
    packages: ['stripe'],
    why: 'billing speaks to the payment processor through SafeFetch, and knows no rows',
  },
  {
    from: 'services',
    may: ['domain', 'urls', 'concurrency', 'db', 'services', 'project-root.ts'],
    typeOnly: ['platforms', 'billing', 'egress', 'observability', 'clock.ts', 'log.ts', 'storage', 'media'],
    packages: ['drizzle-orm'],
    builtins: true,
    why: 'services see the outer world through interfaces that context.ts fills',
  },
  {
    from: 'storage',
    may: ['domain', 'storage'],
    typeOnly: ['clock.ts'],
    packages: ['@aws-sdk'],
    builtins: true,
    why: 'storage keeps bytes under keys that it is given, and knows no rows',
  },
  {
    from: 'backup',
    may: ['db', 'backup'],
    typeOnly: ['storage'],
    packages: ['postgres', 'tar-stream', 'age-encryption', 'zod'],
    builtins: true,
    why: 'backup reads and writes whole tables, and knows none by its columns',
  },
  {
    from: 'media',
    may: ['domain', 'concurrency', 'media', 'project-root.ts'],
    packages: ['sharp', 'mediabunny', 'file-type'],
    builtins: true,
    why: 'media reads and makes pictures in processes of their own, from bytes that it is given',
  },
  {
    from: 'workflows',
    may: ['domain', 'workflows'],
    typeOnly: ['activities'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    why: 'workflow code is replayed: it must be deterministic at any depth',
  },
  {
    from: 'activities',
    may: ['domain', 'concurrency', 'services', 'activities', 'bound-values.ts'],
    typeOnly: ['platforms', 'log.ts'],
    packages: ['@temporalio/activity'],
    why: 'activities are thin: they call a service or a platform and classify the failure',
  },
  {
    from: 'temporal',
    may: ['domain', 'concurrency', 'temporal', 'project-root.ts'],
    // What services ask of Temporal is their own interface: src/services/shared/workflow-starter.ts.
    typeOnly: ['services', 'workflows', 'activities', 'log.ts', 'clock.ts'],
    packages: ['@temporalio'],
    builtins: true,
    why: 'temporal wires client, worker and schedules; it holds no use case',
  },
  {
    from: 'api',
    may: ['domain', 'urls', 'concurrency', 'services', 'api', 'project-root.ts'],
    typeOnly: ['observability', 'log.ts', 'clock.ts', 'context.ts'],
    packages: ['hono', '@hono', '@modelcontextprotocol', 'zod', 'markdown-it', 'minisearch'],
    builtins: true,
    why: 'a handler reads validated input and calls one service verb',
  },
  {
    from: 'sandbox',
    may: ['domain', 'urls', 'sandbox', 'log.ts'],
    packages: ['hono', '@hono', 'zod'],
    builtins: true,
    why: 'the shell of the sandbox is given its simulators, and knows no platform by name',
  },
  {
    from: 'observability',
    may: ['domain', 'egress', 'observability'],
    packages: ['prom-client', '@opentelemetry', '@temporalio/common'],
    builtins: true,
    why: 'metrics and tracing are ports that others are given; they know no use case',
  },
  {
    from: 'config',
    may: ['domain', 'urls', 'config', 'platforms/index.ts', 'platforms/kit', 'project-root.ts'],
    packages: ['zod', '@temporalio/envconfig'],
    builtins: true,
    why: 'configuration is read once; it knows of platforms what their definitions say of their variables',
  },
  {
    from: 'cli',
    may: ['domain', 'urls', 'services', 'backup', 'temporal', 'platforms', 'cli', 'db/migrate.ts'],
    typeOnly: ['egress'],
    packages: ['@temporalio/client'],
    builtins: true,
    why: 'a command reads its arguments, calls verbs and prints; it knows no rows',
  },
  {
    from: 'generators',
    may: ['domain', 'platforms', 'generators', 'config/variables.ts', 'api/document', 'api/errors'],
    builtins: true,
    why: 'generators write what the code says of itself into the files that are committed',
  },
  {
    from: 'processes',
    may: ['domain', 'config', 'services', 'activities', 'temporal', 'observability', 'api', 'processes'],
    typeOnly: ['context.ts', 'clock.ts'],
    packages: ['@temporalio/worker'],
    builtins: true,
    why: 'a process starts what it is given, and drains it; it holds no use case',
  },
  {
    from: 'launcher',
    may: ['launcher', 'project-root.ts'],
    packages: [
      'zod',
      'yaml',
      'postgres',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/envconfig',
    ],
    builtins: true,
    why: 'the one-command stack starts the built product as anybody else would, and shares no code with it',
  },
  {
    from: 'bin',
    may: [
      'bin',
      'domain',
      'services',
      'platforms',
      'sandbox',
      'config',
      'cli',
      'generators',
      'processes',
      'launcher',
      'db/migrate.ts',
      'context.ts',
      'clock.ts',
      'log.ts',
      'project-root.ts',
    ],
    builtins: true,
    why: 'an entry point reads the configuration, builds the context and hands it on',
  },
];

/** The files of src itself. */
const roots = {
  plain: ['bound-values', 'clock', 'ids', 'log', 'project-root'],
  composing: ['context', 'media-deps', 'platform-deps'],
};
const packages = ['client', 'dashboard', 'n8n'];

const external = (names) => `node_modules/(${names.map((n) => n.replaceAll('.', '[.]')).join('|')})(/|$)`;
const modulesOfNode = (names) => `^(node:)?(${names.join('|')})$`;
const house = (names) =>
  names.map((n) => (n.endsWith('.ts') ? `^src/${n.replace('.', '[.]')}$` : `^src/${n}/`)).join('|');
const roomOf = ({ from, except }) => ({
  path: `^src/${from}/`,
  pathNot: ['[.]test[.]ts$', ...(except ? [except] : [])],
});

const tableRules = rows.map((row) => ({
  name: `${row.name ?? row.from}-may-import`,
  comment: row.why,
  severity: 'error',
  from: roomOf(row),
  to: {
    pathNot: [
      house(row.may),
      ...(row.packages ? [external(row.packages)] : []),
      ...(Array.isArray(row.builtins) ? [modulesOfNode(row.builtins)] : []),
    ].join('|'),
    dependencyTypesNot: [...(row.builtins === true ? ['core'] : []), 'type-only', 'type-import'],
  },
}));

// A type import vanishes at run time, but it still ties two rooms together: only the listed ones may be tied.
const typeRules = rows.map((row) => ({
  name: `${row.name ?? row.from}-may-import-types`,
  comment: `${row.why} (types)`,
  severity: 'error',
  from: roomOf(row),
  to: {
    path: '^src/',
    pathNot: house([...row.may, ...(row.typeOnly ?? [])]),
  },
}));

module.exports = {
  forbidden: [
    ...tableRules,
    ...typeRules,
    {
      name: 'every-folder-has-a-row',
      comment:
        'What has no row above may import anything: a new folder, file of src, or package needs a rule.',
      severity: 'error',
      from: {
        path: '^(src|packages)/',
        pathNot: [
          `^src/(${rows.map(({ from }) => from).join('|')})/`,
          `^src/(${Object.values(roots).flat().join('|')})[.]ts$`,
          `^packages/(${packages.join('|')})/`,
        ],
      },
      to: {},
    },
    {
      name: 'plain-roots',
      comment:
        'Clock, ids, log and the root folder are given to all; the log keeps the values of statements out.',
      severity: 'error',
      from: { path: `^src/(${roots.plain.join('|')})[.]ts$` },
      to: { path: '^src/', pathNot: '^src/(domain/|bound-values[.]ts$)' },
    },
    {
      name: 'composing-roots',
      comment: 'They build what front ends and processes use, and know none of these.',
      severity: 'error',
      from: { path: `^src/(${roots.composing.join('|')})[.]ts$` },
      to: { path: '^src/(activities|api|bin|cli|launcher|processes|sandbox|workflows)/' },
    },
    {
      name: 'platforms-apart',
      comment:
        'One platform never leans on another; what two share lies in src/platforms/kit. LinkedIn has two kinds of accounts and one folder for both.',
      severity: 'error',
      from: { path: '^src/platforms/(?!linkedin-)([^/]+)/' },
      to: { path: '^src/platforms/', pathNot: ['^src/platforms/$1/', '^src/platforms/kit/'] },
    },
    {
      name: 'linkedin-apart',
      comment:
        'The same for the two kinds of LinkedIn accounts, which may also import what LinkedIn has for both.',
      severity: 'error',
      from: { path: '^src/platforms/(linkedin-[^/]+)/' },
      to: {
        path: '^src/platforms/',
        pathNot: ['^src/platforms/$1/', '^src/platforms/linkedin/', '^src/platforms/kit/'],
      },
    },
    {
      name: 'simulators-apart',
      comment:
        'A simulator imports nothing of its platform beside itself, and what two share; the definition names it, and loads it when it is asked to.',
      severity: 'error',
      from: { path: '^src/platforms/([^/]+)/sandbox/' },
      to: {
        path: '^src/platforms/',
        pathNot: ['^src/platforms/$1/sandbox/', '^src/platforms/(kit/[^/]+|linkedin)/sandbox/'],
      },
    },
    {
      name: 'connectors-know-no-simulator',
      comment: 'What is true of the simulator alone must not reach what speaks to the real platform.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platforms/((kit/)?[^/]+/sandbox/|[^/]+/definition[.]ts$)' },
      to: { path: '^src/platforms/(kit/)?[^/]+/sandbox/' },
    },
    {
      name: 'simulators-are-loaded-when-asked-for',
      comment: 'Processes that serve no sandbox load none.',
      severity: 'error',
      from: { path: '^src/platforms/[^/]+/definition[.]ts$' },
      to: { path: '^src/platforms/[^/]+/sandbox/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'platforms-through-the-index',
      comment:
        'Whoever needs platforms takes them from the list: so a new one is a folder and an entry there.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platforms/', '[.]test[.]ts$'] },
      to: { path: '^src/platforms/', pathNot: '^src/platforms/(index[.]ts$|kit/)' },
    },
    {
      name: 'internal-is-the-nouns-own',
      comment:
        'A folder of services shows its verbs; what helps them lies in internal/, and nobody else uses it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/services/([^/]+)/', '[.]test[.]ts$'] },
      to: { path: '^src/services/[^/]+/internal/' },
    },
    {
      name: 'internal-is-not-shared-between-nouns',
      comment: 'The same, among nouns.',
      severity: 'error',
      from: { path: '^src/services/([^/]+)/' },
      to: { path: '^src/services/[^/]+/internal/', pathNot: '^src/services/$1/internal/' },
    },
    {
      name: 'unguarded-fetch-is-for-configured-addresses',
      comment:
        'createSafeFetch calls whatever it is told to. context.ts gives it to what has its addresses from the configuration (docs/security/egress.md).',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/context[.]ts$', '[.]test[.]ts$'] },
      to: { path: '^src/egress/create-safe-fetch[.]ts$' },
    },
    {
      name: 'connectors-are-given-their-fetch',
      comment:
        'A connector calls through the platform fetch that it is given, which guards every address that is not configured.',
      severity: 'error',
      from: { path: '^src/platforms/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/egress/', pathNot: '^src/egress/safe-fetch[.]ts$' },
    },
    {
      name: 'network-only-through-egress',
      comment:
        'Requests leave through src/egress. Servers listen in api and processes, config only asks what an address is; launcher and sandbox are for development.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(egress|api|config|processes|launcher|sandbox)/', '[.]test[.]ts$'],
      },
      to: { path: '^(node:)?(http|https|http2|net|tls|dgram)$' },
    },
    {
      name: 'nobody-imports-bin',
      comment: 'Entry points are leaves.',
      severity: 'error',
      from: { path: '^src/(?!bin/)' },
      to: { path: '^src/bin/' },
    },
    {
      name: 'nobody-imports-commands-or-processes',
      comment: 'What a command or a process does from start to end is run by its entry point alone.',
      severity: 'error',
      from: { path: '^src/(?!bin/|cli/|generators/|processes/)', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(cli|generators|processes)/' },
    },
    {
      name: 'nobody-imports-launcher',
      comment: 'The one-command stack is for development; the product does not know of it.',
      severity: 'error',
      from: { path: '^src/(?!bin/|launcher/)' },
      to: { path: '^src/launcher/' },
    },
    {
      name: 'context-as-type-only',
      comment: 'context.ts is the composition root: only entry points and tests build it.',
      severity: 'error',
      from: { path: '^src/(?!bin/|launcher/|cli/|processes/)', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/context[.]ts$', dependencyTypesNot: ['type-only', 'type-import'] },
    },
    {
      name: 'client-apart',
      comment: 'The client is published by itself: what it imports, its users must have.',
      severity: 'error',
      from: { path: '^packages/client/src/(?!cli/)' },
      to: {
        pathNot: ['^packages/client/(?!src/cli/)', external(['openapi-fetch'])],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'client-commands-apart',
      comment: 'The commands use the client as anybody else does. What they import is bundled with them.',
      severity: 'error',
      from: { path: '^packages/client/src/cli/' },
      to: {
        pathNot: ['^packages/client/', external(['commander'])],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'n8n-nodes-apart',
      comment:
        'The nodes contain all that they import, except for what n8n provides: a package with dependencies cannot be verified by n8n.',
      severity: 'error',
      from: { path: '^packages/n8n/src/' },
      to: {
        pathNot: [
          '^packages/n8n/src/',
          '^packages/client/src/(api-types|webhooks)[.]ts$',
          external(['n8n-workflow']),
          modulesOfNode(['crypto']),
        ],
      },
    },
    {
      name: 'nobody-imports-the-client',
      comment: 'The client is made from the service, not the other way round.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/' },
    },
    {
      name: 'dashboard-apart',
      comment:
        'The dashboard knows the service by its API, whose types are those of the client, and by the tables of roles, actions and metrics. It shares the function that groups values.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/' },
      to: {
        pathNot: [
          '^packages/dashboard/src/',
          '^packages/client/src/(api-types|outcome)[.]ts$',
          '^src/domain/(roles|post-actions|metric-names|group-by)[.]ts$',
          external([
            'react',
            'react-dom',
            '@types/react',
            '@types/react-dom',
            '@tanstack',
            '@base-ui',
            '@fullcalendar',
            'frimousse',
            'lucide-react',
            'temporal-polyfill',
            'openapi-fetch',
            'react-day-picker',
            'use-intl',
          ]),
        ],
      },
    },
    {
      name: 'dashboard-screens-apart',
      comment: 'A screen stands by itself; what two share lies in src/ui, src/api or src/lib.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/screens/([^/]+)/' },
      to: {
        path: '^packages/dashboard/src/(design|screens|shell)/',
        pathNot: '^packages/dashboard/src/screens/$1/',
      },
    },
    {
      name: 'dashboard-from-low-to-high',
      comment:
        'messages and lib, then api, then ui, then screens and design, then the shell that shows them.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(messages|lib|api|ui)/' },
      to: { path: '^packages/dashboard/src/(design|screens|shell)/' },
    },
    {
      name: 'no-circle-of-files',
      comment: 'A circle of files cannot be read from any end, and types tie them as well.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Of two folders one is lower, so that each can be read without those above it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that resolves to nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    exclude: { path: ['[.]test[.]ts$', '^src/platforms/[^/]+/test/'] },
  },
};
