import { expect, it } from 'vitest';
import { highlighted } from './highlight.js';

const text = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

it.each([
  ['json', '{"a": [1, true, "x\\"y"]}'],
  ['sh', `curl -X POST 'http://x/#y' # it's a comment\n`],
  ['python', `x = 'a\\'b'  # done\nimport os`],
  ['typescript', 'const a = `${b}`; // <b>'],
  ['unknown', '<script>alert("&")</script>'],
  ['constructor', 'x'],
])('code in %s keeps every character', (language, code) => {
  const html = highlighted(code, language);
  expect(text(html)).toBe(code);
  expect(html).not.toMatch(/<(?!\/?span)/);
});

it('words, texts, numbers and comments are marked, and a comment sign within a text begins no comment', () => {
  expect(highlighted(`import x from 'a#b' // 1`, 'ts')).toBe(
    '<span class="c-word">import</span> x <span class="c-word">from</span> <span class="c-text">&#39;a#b&#39;</span> <span class="c-comment">// 1</span>',
  );
  expect(highlighted('n = 12', 'python')).toBe('n = <span class="c-number">12</span>');
  expect(highlighted('http://x.example', 'ts')).not.toContain('c-comment');
});

it('keeps every character of code with thousands of unclosed texts, and shows very long code without colors', () => {
  // A pattern that tries each text again from every quote would not end within the time of a test.
  const unclosed = `'\\`.repeat(19_000);
  expect(text(highlighted(unclosed, 'ts'))).toBe(unclosed);
  const quotes = '"'.repeat(39_999);
  expect(text(highlighted(quotes, 'json'))).toBe(quotes);
  expect(highlighted('true '.repeat(10_000), 'json')).not.toContain('<span');
});
