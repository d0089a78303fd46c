import { expect, it } from 'vitest';
import { renderGuide } from './markdown.js';

const render = (source: string, resolve = (href: string): string | null => href) =>
  renderGuide(source, { resolve, titleOf: (href) => (href === 'a.md' ? 'The letter A' : undefined) });

it('headings get the same ids as on GitHub', () => {
  const { headings } = render(
    '# What is *promised*?\n\n## `POST /posts` (and more)\n\n## Twice\n\n## Twice\n\n## Überblick & X_Y – z\n',
  );
  expect(headings.map(({ id }) => id)).toEqual([
    'what-is-promised',
    'post-posts-and-more',
    'twice',
    'twice-1',
    'überblick--x_y--z',
  ]);
});

it('the title and the first sentence of a page are extracted without their markup', () => {
  const { title, summary } = render(
    '# The `inbox`\n\nComments of [X](https://x.com) arrive\nhere. Then more.\n',
  );
  expect([title, summary]).toEqual(['The inbox', 'Comments of X arrive here.']);
});

it('tables and code can be scrolled on their own, also with the keyboard', () => {
  const { html } = render(
    '# T\n\n## Sizes "a"\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```json\n{"a": "<b>"}\n```\n',
  );
  expect(html).toContain(
    '<div class="scroll" role="group" tabindex="0" aria-label="Table: Sizes &quot;a&quot;"><table>',
  );
  expect(html).toContain('</table></div>');
  expect(html).toContain(
    '<pre tabindex="0"><code>{<span class="c-text">&quot;a&quot;</span>: <span class="c-text">&quot;&lt;b&gt;&quot;</span>}\n</code></pre>',
  );
});

it('a dead link is replaced by its text, and other links are kept', () => {
  const resolve = (href: string): string | null => (href === 'a.md' ? '/docs/a' : null);
  const { html } = render(
    '# T\n\n[here](a.md) and [**not** there](../src/b.ts) and ![a chart](c.svg).\n',
    resolve,
  );
  expect(html).toContain('<p><a href="/docs/a">here</a> and <strong>not</strong> there and a chart.</p>');
});

it('a link whose text is a file name shows the title of the page', () => {
  const { html } = render('# T\n\n[a.md](a.md), [docs/b.md](b.md), [see a.md](a.md)\n');
  expect(html).toContain('>The letter A</a>, <a href="b.md">docs/b.md</a>, <a href="a.md">see a.md</a>');
});

it('anchors are kept, and all other HTML tags are escaped', () => {
  const { html, anchors } = render('# T\n\n<a id="bare-401"></a> x <a id="a b"></a> <a href="x">y</a>\n');
  expect(anchors).toEqual(['bare-401']);
  expect(html).toContain(
    '<p><span id="bare-401"></span> x &lt;a id=&quot;a b&quot;&gt;&lt;/a&gt; &lt;a href',
  );
});

it('the text is split at its headings for the search', () => {
  const { texts } = render('# Top\n\nIntro.\n\n## Next\n\n- one\n- `two`\n');
  expect(texts.map(({ id, heading, text }) => [id, heading, text.trim()])).toEqual([
    ['', 'Top', 'Intro.'],
    ['next', 'Next', 'one two'],
  ]);
});
