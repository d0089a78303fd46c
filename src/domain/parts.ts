import type { JsonObject } from './json.js';
import { partsPerPostMax } from './limits.js';
import type { PublishStep } from './workflow-contract.js';

/** The content of a further part of a post. Parts follow the post itself, and each replies to the one before. */
export interface PostPart {
  text: string;
  mediaIds: string[];
}

/** The step of a further part. `order` is its position after the post itself, which is part 1. */
export const partStep = (order: number): PublishStep => `PART_${order + 1}`;

/** All steps of a target, in their order. */
export const publishSteps = [
  'POST',
  ...Array.from({ length: partsPerPostMax }, (_, index) => partStep(index + 1)),
  'FIRST_COMMENT',
] as const satisfies readonly PublishStep[];

/** Whether a step publishes a further part of a post. */
export const isPartStep = (step: PublishStep): boolean => step.startsWith('PART_');

/** The options of a target that apply to each of its further parts, by the platform's rules. Null: none do. */
export function optionsOfPart(
  rules: { options: readonly string[] } | undefined,
  options: JsonObject | null,
): JsonObject | null {
  const given = Object.entries(options ?? {}).filter(([name]) => rules?.options.includes(name));
  return given.length === 0 ? null : Object.fromEntries(given);
}
