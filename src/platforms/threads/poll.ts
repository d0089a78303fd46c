/** The names of a poll's answers in the API. */
export const pollFields = ['option_a', 'option_b', 'option_c', 'option_d'] as const;

/** A poll as the API takes it. */
export const toPoll = (answers: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pollFields.flatMap((name, index): [string, string][] => {
      const answer = answers[index];
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
