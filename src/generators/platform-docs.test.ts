import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { certifiedWords, liveService } from '../domain/certified.js';
import { platformDefinitions } from '../platforms/index.js';
import { definePlatform } from '../platforms/kit/definition.js';
import { optionsSchemaOf } from '../platforms/kit/options.js';
import { certifiedCell } from './certified.js';
import { optionRows } from './option-rows.js';
import { platformsMarkdown } from './platform-docs.js';

const markdown = platformsMarkdown();
const sectionOf = (name: string): string =>
  markdown.split('\n## ').find((section) => section.includes(`\`${name}\``) && !section.startsWith('#')) ??
  '';

describe('docs/platforms.md', () => {
  it.each(platformDefinitions)('has a section for $name with the facts of its folder', (definition) => {
    const section = sectionOf(definition.name);
    expect(section.startsWith(`${definition.label}\n`)).toBe(true);
    expect(section).toContain(`media.md#${definition.name.toLowerCase()}`);
    for (const line of [...definition.cannot, ...definition.operatorNeeds]) expect(section).toContain(line);
    for (const name of Object.keys(definition.connector?.environment ?? {})) {
      expect(section).toContain(`| \`${name}\` |`);
    }
    const { properties = {} } = optionsSchemaOf(definition.options) as { properties?: object };
    for (const name of Object.keys(properties).filter((option) => option !== 'platform')) {
      expect(section).toContain(`| \`${name}\` |`);
    }
    expect(section.includes('### Guarantee')).toBe(definition.connector !== null);
  });

  it('says which platforms have an inbox, and whether they charge for it', () => {
    expect(sectionOf('BLUESKY')).toContain('**Inbox:** comments can be read and replied to.');
    expect(sectionOf('X')).toMatch(
      /\*\*Inbox:\*\* .*only those of the last 7 days; comments of others can be hidden; the platform charges for each comment read/,
    );
    for (const name of ['LINKEDIN_PERSON', 'TIKTOK_PERSONAL', 'PINTEREST']) {
      expect(sectionOf(name)).toContain('**Inbox:** no; comments cannot be read or replied to.');
    }
  });

  it('says what a platform charges for a post, with the source and the day', () => {
    expect(sectionOf('X')).toMatch(
      /\*\*Price:\*\* 0\.015 USD: A post.* 0\.20 USD: .*with a link\. .*\[list prices\]\(https:\/\/docs\.x\.com\/.*\) of 2026-08-22\./,
    );
    expect(sectionOf('BLUESKY')).not.toContain('**Price:**');
  });

  it('begins with a row for each platform: media, guarantee, requirements, how to connect', () => {
    const [overview = ''] = markdown.split('\n## ');
    for (const { label, path, mainNeed, testedWith } of platformDefinitions) {
      const row = overview.split('\n').find((line) => line.startsWith(`| [${label}](#${path}) |`)) ?? '';
      expect(row).toMatch(/\| (keyed|queryable|blind)( or (keyed|queryable|blind))* \|/);
      expect(row).toContain(`| ${mainNeed} | [guide](connect/${path}.md) | ${testedWith} |`);
    }
    expect(overview).toContain('| [Instagram](#instagram) | up to 10 images; up to 10 videos | queryable |');
    expect(overview).toContain('| [YouTube](#youtube) | 1 video | queryable |');
    expect(overview).toContain('| [Bluesky](#bluesky) | text; up to 4 images; 1 video | keyed |');
  });

  it('says which platforms are certified, and that a local server is not the live service', () => {
    const cells = markdown.split('\n').filter((line) => /^\| \[.*\]\(#/.test(line));
    expect(cells).toHaveLength(platformDefinitions.length);
    for (const cell of cells) expect(cell).toMatch(/\| (\[.+\]\(certified\/[a-z-]+\.md\)|not yet) \|$/);
    const against = { day: '2030-01-31', version: '1.2.3', isPassed: true };
    expect(certifiedWords({ ...against, against: liveService })).toBe('on 2030-01-31 with 1.2.3');
    expect(certifiedWords({ ...against, against: 'a local server' })).toBe(
      'not yet; passed on 2030-01-31 with 1.2.3 against a local server',
    );
    expect(certifiedWords({ ...against, against: liveService, isPassed: false })).toBe(
      'not passed on 2030-01-31 with 1.2.3',
    );
  });

  it('says the same as the README about what is certified', () => {
    const rows = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split('\n');
    const wordsIn = (cell = '') => /^\[?(not yet|(not passed )?on \S+ with [^\s\]]+)/.exec(cell.trim())?.[1];
    for (const { label, path } of platformDefinitions) {
      const cells = rows.find((row) => row.startsWith(`| ${label}`))?.split('|');
      expect(wordsIn(cells?.at(-2)), label).toBe(wordsIn(certifiedCell(path)));
    }
  });

  it('states one guarantee for all posts, and a separate one for the first comment if it differs', () => {
    expect(sectionOf('BLUESKY')).toContain('- *keyed*: every post, further parts, the first comment.');
    const instagram = sectionOf('INSTAGRAM');
    expect(instagram).toContain('- *queryable*: every post.');
    expect(instagram).toContain('- *blind*: the first comment.');
    expect(sectionOf('PINTEREST')).toContain('- *blind*: every post.');
  });

  it('names the kinds of posts if their guarantees differ', () => {
    const { mediaRules, options } = instagramDefinition;
    const made = definePlatform({
      name: 'TOY',
      label: 'Toy',
      path: 'toy',
      websites: [],
      mediaRules,
      options,
      connector: {
        environment: {},
        settingsOf: () => ({ baseUrl: '' }),
        credentials: z.record(z.string(), z.json()),
        create: (parts) => ({
          ...instagramConnector(parts),
          guaranteeOf: ({ options: given, mediaClasses, replyTo }) =>
            replyTo !== null || (given?.['kind'] === 'STORIES' && mediaClasses[0] === 'video')
              ? 'blind'
              : 'keyed',
        }),
      },
    });
    const text = platformsMarkdown([made]);
    expect(text).toContain(
      '- *keyed*: a post without `kind`, `kind: FEED`, `kind: REELS`, one image with `kind: STORIES`.',
    );
    expect(text).toContain('- *blind*: a video with `kind: STORIES`, the first comment.');
    expect(text).not.toContain('### What Punctual cannot do there');
    expect(text).not.toContain('### What you need');
  });

  it('has a row for nested options, and escapes its cells', () => {
    const rows = optionRows({
      properties: {
        platform: { const: 'TOY' },
        poll: {
          type: 'object',
          required: ['options'],
          properties: {
            options: { type: 'array', minItems: 2, maxItems: 4, items: { type: 'string', maxLength: 25 } },
          },
        },
        tags: {
          type: 'array',
          items: { type: 'object', properties: { x: { type: 'integer', default: 0 } } },
        },
      },
      required: ['poll'],
    });
    expect(rows).toEqual([
      ['`poll`', 'object', '', 'yes', ''],
      ['`poll.options`', 'list of 2 to 4: text of up to 25 characters', '', 'yes', ''],
      ['`tags`', 'list of any number: object', '', '', ''],
      ['`tags[].x`', 'whole number', '`0`', '', ''],
    ]);
  });
});

const instagramDefinition = definitionOf('INSTAGRAM');

function definitionOf(name: string) {
  const definition = platformDefinitions.find((known) => known.name === name);
  if (definition === undefined) throw new Error(`${name} is not there.`);
  return definition;
}

function instagramConnector(
  parts: Parameters<NonNullable<typeof instagramDefinition.connector>['create']>[0],
) {
  const { connector } = instagramDefinition;
  if (connector === null) throw new Error('It has no connector.');
  return connector.create(parts, connector.readSettings({}));
}
