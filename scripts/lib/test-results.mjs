import path from 'node:path';
import { projectRoot } from './project.mjs';

/** The maximum number of failed files for a second run, which takes too long for more. */
export const rerunFilesMax = 8;
/** The maximum number of files that fail first and pass when they run alone. With more, the run fails. */
const unstableFilesMax = 2;
const slowestShown = 10;
const failuresShownMax = 40;
const messageCharactersMax = 300;

/** Returns the counts of a finished run, and its files with their time. Errors outside of tests count as failures. */
export function resultsOf(vitest) {
  const files = vitest.state.getTestModules().map((module) => {
    const tests = [...module.children.allTests()];
    const states = tests.map((test) => test.result().state);
    const failures = [module, ...module.children.allSuites(), ...tests].flatMap(failureOf);
    const failedTests = states.filter((state) => state === 'failed').length;
    const { duration, collectDuration } = module.diagnostic();
    return {
      name: path.relative(projectRoot, module.moduleId),
      seconds: (duration + collectDuration) / 1000,
      passed: states.filter((state) => state === 'passed').length,
      // A file that cannot be loaded, or whose hooks fail, has failed once.
      failed: Math.max(failedTests, module.state() === 'failed' ? 1 : 0),
      failures,
    };
  });
  return summary(files, vitest.state.getUnhandledErrors().map(onOneLine), []);
}

/** The title of a test, suite or file that failed, with the first line of its message. */
function failureOf(entity) {
  const [error] = entity.type === 'test' ? (entity.result().errors ?? []) : entity.errors();
  if (error === undefined || (entity.type === 'test' && entity.result().state !== 'failed')) return [];
  const [message] = error.message.split('\n', 1);
  return [`${entity.fullName ?? 'the file'}: ${message.slice(0, messageCharactersMax)}`];
}

/** An error outside of tests, which may be any value. Its first line alone may not explain it. */
const onOneLine = (error) =>
  String(error?.stack ?? error?.message ?? error)
    .replaceAll(/\s+/g, ' ')
    .slice(0, messageCharactersMax);

/**
 * Replaces the results of failed files by those of their second run. A file that then passed is unstable. Errors
 * outside of tests stay.
 */
export function combine(first, second) {
  const again = new Map(second.files.map((file) => [file.name, file]));
  const hasPassed = ({ name }) =>
    again.has(name) && again.get(name).failed === 0 && again.get(name).passed > 0;
  const files = first.files.map((file) => again.get(file.name) ?? file);
  return summary(
    files,
    [...first.unhandledErrors, ...second.unhandledErrors],
    first.files.filter(hasPassed).map(({ name, failures }) => ({ name, failures })),
  );
}

function summary(files, unhandledErrors, unstable) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  const tooUnstable = unstable.length > unstableFilesMax ? unstable.length : 0;
  const numFailedTests = sum(({ failed }) => failed) + unhandledErrors.length + tooUnstable;
  const numPassedTests = sum(({ passed }) => passed);
  return {
    numPassedTests,
    numFailedTests,
    isPassed: numFailedTests === 0 && numPassedTests > 0,
    unhandledErrors,
    unstable,
    files,
  };
}

/** A line for each failure, error outside of tests and unstable file, so that the end of a long output says what failed. */
export function describeFailures({ files, unhandledErrors, unstable }) {
  const failures = files.flatMap(({ name, failures }) =>
    failures.map((failure) => `FAILED  ${name} > ${failure}`),
  );
  const errors = unhandledErrors.map((message) => `FAILED  outside of any test: ${message}`);
  const lines = [...failures, ...errors].slice(0, failuresShownMax);
  for (const { name, failures } of unstable) {
    lines.push(`UNSTABLE  ${name}: it failed beside other files and passed alone.`);
    lines.push(...failures.map((failure) => `          ${failure}`));
  }
  if (unstable.length > unstableFilesMax)
    lines.push(`More than ${unstableFilesMax} files are unstable, so the run has failed.`);
  return lines;
}

export const failedFiles = ({ files }) => files.filter(({ failed }) => failed > 0).map(({ name }) => name);

/** The closing lines: the slowest files, what failed, the files that are unstable, and whether the run kept to its budget. */
export function describeRun(results, { took, budgetSeconds }) {
  const { files, numPassedTests, numFailedTests } = results;
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown);
  const lines =
    files.length > slowestShown
      ? [
          '',
          'The slowest files:',
          ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
        ]
      : [];
  lines.push(...describeFailures(results));
  if (budgetSeconds !== undefined && took.seconds > budgetSeconds)
    lines.push(`The run took ${took.text}, more than its budget of ${budgetSeconds} s.`);
  lines.push(`${numPassedTests} tests passed, ${numFailedTests} failed in ${took.text}.`);
  return lines.join('\n');
}
