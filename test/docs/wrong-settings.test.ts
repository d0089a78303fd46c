import { expect, it } from 'vitest';
import { wrongSettingRows, wrongSettings } from '../settings/wrong-settings.js';
import { read } from './repository.js';

it('docs/production.md has the table of wrong settings, whose lines tests compare with the real output', () => {
  expect(read('docs/production.md')).toContain(wrongSettingRows().join('\n'));
});

it('every wrong setting occurs in a test', () => {
  const tests = read('test/settings/wrong-settings.test.ts');
  const names = Object.keys(wrongSettings);
  expect(names.filter((name) => !tests.includes(`expectSaid('${name}'`))).toEqual([]);
});
