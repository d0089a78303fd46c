import { describe, expect, it } from 'vitest';
import { allPages, anchorsOf, deadLinks } from './page.js';

describe('the pages of docs/', () => {
  it.each(allPages())('$name: every link leads to a file and a heading', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });
});

it('a link to a heading that is not there is found', () => {
  const text = '# `A_CODE`, step by step\n\n[good](#a_code-step-by-step) [bad](#nowhere) [gone](gone.md)';
  expect([...anchorsOf(text)]).toEqual(['a_code-step-by-step']);
  expect(deadLinks({ name: 'concepts.md', text }).slice(1)).toEqual(['#nowhere', 'gone.md']);
});
