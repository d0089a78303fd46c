import path from 'node:path';
import { projectRoot } from './project.mjs';

/** The maximum number of failed files for a second run, which takes too long for more. */
export const rerunFilesMax = 8;
/** The maximum number of files that fail first and pass when they run alone. With more, the run fails. */
const unstableFilesMax = 2;
const slowestShown = 10;

/** Returns the counts of a finished run, and its files with their time. Errors outside of tests count as failures. */
export function resultsOf(vitest) {
  const files = vitest.state.getTestModules().map((module) => {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failedTests = states.filter((state) => state === 'failed').length;
    const { duration, collectDuration } = module.diagnostic();
    return {
      name: path.relative(projectRoot, module.moduleId),
      seconds: (duration + collectDuration) / 1000,
      passed: states.filter((state) => state === 'passed').length,
      // A file that cannot be loaded, or whose hooks fail, has failed once.
      failed: Math.max(failedTests, module.state() === 'failed' ? 1 : 0),
    };
  });
  return summary(files, vitest.state.getUnhandledErrors().length, []);
}

/**
 * Replaces the results of failed files by those of their second run. A file that then passed is unstable. Errors
 * outside of tests stay.
 */
export function combine(first, second) {
  const again = new Map(second.files.map((file) => [file.name, file]));
  const unstable = [...again.values()].filter(({ failed, passed }) => failed === 0 && passed > 0);
  const files = first.files.map((file) => again.get(file.name) ?? file);
  return summary(
    files,
    first.unhandledErrors + second.unhandledErrors,
    unstable.map(({ name }) => name),
  );
}

function summary(files, unhandledErrors, unstable) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  const tooUnstable = unstable.length > unstableFilesMax ? unstable.length : 0;
  const numFailedTests = sum(({ failed }) => failed) + unhandledErrors + tooUnstable;
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

export const failedFiles = ({ files }) => files.filter(({ failed }) => failed > 0).map(({ name }) => name);

/** The closing lines: the slowest files, the files that are unstable, and whether the run kept to its budget. */
export function describeRun({ files, unstable, numPassedTests, numFailedTests }, { took, budgetSeconds }) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown);
  const lines =
    files.length > slowestShown
      ? [
          '',
          'The slowest files:',
          ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
        ]
      : [];
  for (const name of unstable)
    lines.push(`UNSTABLE  ${name}: it failed beside other files and passed alone.`);
  if (unstable.length > unstableFilesMax)
    lines.push(`More than ${unstableFilesMax} files are unstable, so the run has failed.`);
  if (budgetSeconds !== undefined && took.seconds > budgetSeconds)
    lines.push(`The run took ${took.text}, more than its budget of ${budgetSeconds} s.`);
  lines.push(`${numPassedTests} tests passed, ${numFailedTests} failed in ${took.text}.`);
  return lines.join('\n');
}
