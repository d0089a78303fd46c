import { describe, expect, it } from 'vitest';
import { firstDayFor, languageFor, localeFor } from './language.js';

describe('the language', () => {
  it('is the chosen one, or else the first of the browser’s languages that is known, or else English', () => {
    expect(languageFor('de', ['en-US'])).toBe('de');
    expect(languageFor('system', ['fr-FR', 'de-AT', 'en-US'])).toBe('de');
    expect(languageFor('system', ['fr-FR'])).toBe('en');
    expect(languageFor('system', [])).toBe('en');
  });

  it('also decides the format of dates and numbers, in the user’s region if the browser has one for the language', () => {
    expect(localeFor('de', 'system', ['en-US', 'de-AT'])).toBe('de-AT');
    expect(localeFor('de', 'system', ['en-US'])).toBe('de');
    expect(localeFor('en', 'system', ['fr-FR'])).toBe('en');
  });
});

it('hours follow the choice of the user, or else the region', () => {
  const sixPm = (hours: 'system' | 'h23' | 'h12'): string =>
    new Intl.DateTimeFormat(localeFor('en', hours, ['en-US']), {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    }).format(Date.UTC(2027, 2, 24, 18));
  expect(sixPm('h23')).toBe('18:00');
  expect(sixPm('h12')).toMatch(/^6:00\sPM$/);
  expect(sixPm('system')).toMatch(/^6:00\sPM$/);
});

it('weeks begin with the chosen day, or else with the usual day of the region', () => {
  expect(firstDayFor('saturday', 'de-DE')).toBe(6);
  expect(firstDayFor('system', 'de-DE')).toBe(1);
});
