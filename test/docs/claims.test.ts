import { describe, expect, it } from 'vitest';
import {
  anchorsOf,
  brokenLinks,
  commentsOf,
  missingPaths,
  missingScripts,
  missingSections,
  missingSources,
  unknownSources,
} from './claims.js';
import { files, read } from './repository.js';

const pages = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => /^(src|packages|test|scripts)\/.*\.(ts|tsx|mjs)$/.test(file));

describe('the references in the pages', () => {
  it.each(pages)('exist, in %s', (page) => {
    const text = read(page);
    const faults = [
      ...brokenLinks(page, text),
      ...missingPaths(page, text),
      ...missingSources(page, text),
      ...missingScripts(page, text),
    ];
    expect(faults).toEqual([]);
  });
});

it.each([
  ['README.md', 120],
  ['ARCHITECTURE.md', 250],
])('the page %s has at most %i lines', (page, linesMax) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(linesMax);
});

describe('the references in comments', () => {
  const folders = [...new Set(sources.map((file) => file.split('/').slice(0, 2).join('/')))];
  it.each(folders)('exist, in %s', (folder) => {
    const own = sources.filter((file) => file === folder || file.startsWith(`${folder}/`));
    const faults = own.flatMap((file) => {
      const comments = commentsOf(read(file));
      return [missingPaths, missingSections, missingScripts, unknownSources].flatMap((find) =>
        find(file, comments),
      );
    });
    expect(faults).toEqual([]);
  });
});

describe('the check of references', () => {
  it('finds dead links, headings, paths, scripts and private source files', () => {
    expect(brokenLinks('docs/a.md', '[x](../README.md) [y](nowhere.md) `[z](none.md)`')).toHaveLength(1);
    expect(brokenLinks('docs/a.md', '# Here\n\n[x](#here) [y](#there)')).toHaveLength(1);
    expect(missingPaths('a', 'src/domain/ids.ts, src/domain/no-ids.ts and src/<noun>/x.ts')).toHaveLength(1);
    expect(missingSources('a', '`domain/ids.ts` `domain/no-ids.ts`')).toHaveLength(1);
    expect(missingScripts('a', 'npm run openapi, npm run nothing')).toHaveLength(1);
    expect(missingSections('a', 'docs/contract.md#errors, docs/contract.md#nothing')).toHaveLength(1);
    expect(missingSections('a', 'docs/contract.md, "Errors"; docs/contract.md, "Nothing"')).toHaveLength(1);
    expect(unknownSources('a', 'see (spec, Errors), (special) and the decisions table')).toHaveLength(2);
  });

  it('creates the same anchors for headings as GitHub', () => {
    expect([...anchorsOf('# The `x_y` way, again\n```\n# no\n```\n## A\n## A\n<a id="own"></a>')]).toEqual([
      'the-x_y-way-again',
      'a',
      'a-1',
      'own',
    ]);
  });

  it('reads comments, but no strings', () => {
    expect(commentsOf("/** One\n * two. */\nconst a = 'src/none.ts'; // three\n// four")).toBe(
      'One two.  three four',
    );
  });
});
