import { z } from 'zod';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { PostRecord, RecordWrite } from './records.js';

const quotedCharsMax = 80;

const externalSchema = z.object({
  external: z.object({ uri: z.string(), title: z.string(), description: z.string() }),
});
const linkSchema = z.union([
  externalSchema,
  z.object({ media: externalSchema }).transform(({ media }) => media),
]);
const refSchema = z.object({ uri: z.string() });
const quoteSchema = z.union([
  z.object({ record: refSchema }).transform(({ record }) => record.uri),
  z.object({ record: z.object({ record: refSchema }) }).transform(({ record }) => record.record.uri),
]);
const labelsSchema = z.object({ values: z.array(z.object({ val: z.string() })) });
const gateSchema = z.object({ allow: z.array(z.object({ $type: z.string() })).optional() });

const repliers: Readonly<Record<string, string>> = {
  mentionRule: 'accounts that are mentioned',
  followerRule: 'followers',
  followingRule: 'accounts that the author follows',
  listRule: 'accounts of a list',
};

/** The visible parts of a post besides its text and media. */
export function shownOf(
  store: SandboxStore,
  record: PostRecord,
  gates: readonly RecordWrite[],
): Record<string, string> {
  const card = linkSchema.safeParse(record.embed).data?.external;
  const quoted = quoteSchema.safeParse(record.embed).data;
  const labels = labelsSchema.safeParse(record['labels']).data?.values ?? [];
  const { tags = [], langs = [] } = record;
  const shown: Record<string, string | undefined> = {
    Link: card?.uri,
    'Title of the link': card?.title,
    'About the link': card?.description,
    Quotes: quoted === undefined ? undefined : quotedText(store, quoted),
    Tags: tags.map((tag) => `#${tag}`).join(' '),
    'Content warning': labels.map(({ val }) => val).join(', '),
    Languages: langs.join(', '),
    'Who may reply': repliersOf(gates),
    'Who may quote': gates.some(({ collection }) => collection.endsWith('.postgate')) ? 'nobody' : undefined,
  };
  const entries = Object.entries(shown).flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return Object.fromEntries(entries);
}

function quotedText(store: SandboxStore, uri: string): string {
  const text = store.find('BLUESKY', uri)?.text ?? '';
  if (text === '') return 'another post';
  const start = [...text].slice(0, quotedCharsMax).join('');
  return `“${start}${start.length < text.length ? '…' : ''}”`;
}

function repliersOf(gates: readonly RecordWrite[]): string | undefined {
  const gate = gates.find(({ collection }) => collection.endsWith('.threadgate'));
  const allow = gateSchema.safeParse(gate?.record).data?.allow;
  if (gate === undefined || allow === undefined) return undefined;
  const named = allow.map(({ $type }) => repliers[$type.split('#')[1] ?? ''] ?? 'others');
  return named.length === 0 ? 'nobody' : [...new Set(named)].join(', ');
}
