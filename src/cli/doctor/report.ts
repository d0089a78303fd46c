import type { Finding, FindingState } from './finding.js';
import type { PlatformReport } from './check-platforms.js';

export interface DoctorReport {
  /** Whether nothing has to be done. */
  ok: boolean;
  checks: Finding[];
  platforms: PlatformReport[];
}

const marks: Readonly<Record<FindingState, string>> = {
  ok: 'ok',
  note: 'note',
  warning: 'LOOK',
  todo: 'TO DO',
  unknown: '?',
};
const markChars = 7;

export function reportOf(checks: Finding[], platforms: PlatformReport[]): DoctorReport {
  const isDone =
    checks.every(({ state }) => state !== 'todo') && platforms.every(({ state }) => state !== 'partly');
  return { ok: isDone, checks, platforms };
}

/** Formats the report for people. */
export function linesOf({ checks, platforms }: DoctorReport): string[] {
  const indent = ' '.repeat(markChars);
  const todo = [
    ...checks.filter(({ state }) => state === 'todo').map(({ name }) => name),
    ...platforms.filter(({ state }) => state === 'partly').map(({ label }) => label),
  ];
  return [
    ...checks.flatMap(({ state, name, says, next }) => [
      `${marks[state].padEnd(markChars)}${name}: ${says}`,
      ...(next === null ? [] : [`${indent}Next: ${next}`]),
    ]),
    '',
    'Platforms, for real accounts:',
    ...platforms.flatMap((platform) => ['', ...platformLines(platform)]),
    '',
    lastLine(checks, todo),
  ];
}

function lastLine(checks: readonly Finding[], todo: readonly string[]): string {
  const doubtful = checks.filter(({ state }) => state === 'warning').map(({ name }) => name);
  if (todo.length > 0) return `To do: ${todo.join(', ')}.`;
  if (doubtful.length > 0)
    return `Nothing must be fixed as far as this machine can tell, but check: ${doubtful.join(', ')}.`;
  return 'Everything is in order.';
}

function platformLines(report: PlatformReport): string[] {
  const { label, path, redirectUri, scopes, needs, guide, next } = report;
  const details = [
    ...(redirectUri === null ? [] : [`Redirect URL (register exactly this): ${redirectUri}`]),
    ...(scopes.length === 0 ? [] : [`Scopes: ${scopes.map(({ name }) => name).join(', ')}`]),
    ...needs.map((need) => `Needs: ${need.replaceAll('`', '')}`),
    ...(guide === null ? [] : [`Guide: ${guide}`]),
    ...(next === null ? [] : [`Next: ${next}`]),
    ...(report.state === 'ready' ? [`Connect: punctual accounts connect ${path}${handleOf(report)}`] : []),
  ];
  return [`  ${label}: ${stateText(report)}`, ...details.map((line) => `    ${line}`)];
}

/** The `--handle` option for the suggested command. Platforms with credentials need it to know the account. */
const handleOf = ({ methods }: PlatformReport): string =>
  methods.includes('credentials') ? ' --handle <handle>' : '';

function stateText({ state, methods, missingVariables }: PlatformReport): string {
  switch (state) {
    case 'ready': {
      const page = methods.includes('page') ? ['on the platform’s page'] : [];
      const credentials = methods.includes('credentials') ? ['with credentials that people enter'] : [];
      return `ready; people connect ${[...page, ...credentials].join(', or ')}`;
    }
    case 'partly':
      return `TO DO: its app is only partly configured; missing ${missingVariables.join(', ')}`;
    case 'not configured':
      return `not configured; missing ${missingVariables.join(', ')}`;
    case 'not built':
      return 'this version cannot connect accounts of this platform';
  }
}
