import { describe, expect, it } from 'vitest';
import { allPages, anchorsOf, deadLinks } from './page.js';

describe('the links in docs/', () => {
  it.each(allPages())('lead to existing files and headings in $name', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });
});

it('the check finds a link to a missing heading', () => {
  const text = '# `A_CODE`, step by step\n\n[good](#a_code-step-by-step) [bad](#nowhere) [gone](gone.md)';
  expect([...anchorsOf(text)]).toEqual(['a_code-step-by-step']);
  expect(deadLinks({ name: 'concepts.md', text }).slice(1)).toEqual(['#nowhere', 'gone.md']);
});
