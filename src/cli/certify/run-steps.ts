import type { Json } from '../../domain/json.js';
import { certifySteps, type CertifyStep } from '../../platforms/kit/certification.js';
import { stepRules, type StepFacts } from './steps.js';
import {
  unclear,
  type CertifyParts,
  type CertifyResult,
  type Made,
  type Sitting,
  type StepAnswer,
  type StepReport,
} from './sitting.js';

const answerCharsMax = 300;
/** Shorter values are not secrets or ids, and removing them would garble the words. */
const hiddenCharsMin = 4;

/**
 * Runs the steps in their order. The last one deletes what was published, and runs in any case. After a failed check
 * nothing is published.
 */
export async function runSteps(parts: CertifyParts): Promise<CertifyResult> {
  const steps: StepReport[] = [];
  const made: Made[] = [];
  const soFar: CertifyResult = { steps, made };
  const changed = (): void => parts.onChange(soFar);
  const sitting: Sitting = { ...parts, made, choices: null, changed };
  for (const step of stepsOf(sitting)) {
    const { outcome, answer } = await answerOf(sitting, steps, step);
    const statement = parts.certification.assumptions?.[step] ?? stepRules[step].statement(sitting);
    const words = withoutIds(answer, sitting).slice(0, answerCharsMax);
    steps.push({ step, statement, outcome, answer: words, calls: parts.recorder.take() });
    changed();
  }
  return soFar;
}

/** Steps that examine what another step has published. They are left out together with that step. */
const follows: Partial<Record<CertifyStep, CertifyStep>> = {
  'find-text': 'text',
  'repeat-text': 'text',
  'find-media': 'media',
  'find-first-comment': 'first-comment',
  'read-comments': 'first-comment',
};

/** The steps that the platform has. */
function stepsOf(facts: StepFacts): CertifyStep[] {
  return certifySteps.filter((step) => stepRules[step].applies(facts));
}

/** Whether the person leaves out a step, or the step that it depends on. */
const isLeftOut = (skip: ReadonlySet<CertifyStep>, step: CertifyStep): boolean =>
  skip.has(step) || skip.has(follows[step] ?? step);

/** The steps that a run will try. */
export const plannedSteps = (facts: StepFacts, skip: ReadonlySet<CertifyStep>): CertifyStep[] =>
  stepsOf(facts).filter((step) => !isLeftOut(skip, step));

async function answerOf(
  sitting: Sitting,
  before: readonly StepReport[],
  step: CertifyStep,
): Promise<StepAnswer> {
  if (isLeftOut(sitting.skip, step))
    return { outcome: 'skipped', answer: 'Left out by the person who ran it.' };
  const isLast = step === 'delete';
  if (sitting.signal.aborted && !isLast) return unclear('The run was stopped.');
  const isDead = before.some((earlier) => earlier.step === 'check' && earlier.outcome !== 'confirmed');
  if (isDead && !isLast) return unclear('Not tried, because the account could not be read.');
  try {
    return await stepRules[step].run(sitting);
  } catch (error) {
    // A fault of the connector. Its message may contain anything.
    return unclear(
      `The connector failed with an exception (${error instanceof Error ? error.name : 'unknown'}).`,
    );
  }
}

/** Removes secrets, ids and the account's name from what a platform has said. */
function withoutIds(text: string, { session, made }: Sitting): string {
  const { credentials, externalAccountId, handle } = session;
  const ids = made.flatMap(({ published }) => published?.externalPostId ?? []);
  const hidden = [...stringsIn(credentials), externalAccountId, handle.replace(/^@/, ''), ...ids];
  return hidden
    .filter(({ length }) => length >= hiddenCharsMin)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
    .replaceAll(/\s+/g, ' ');
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
