import { invalid } from './errors.js';

/** Responds with the named insights of an object. A name that it does not have is an error. */
export function insightsAnswer(
  id: string,
  metric: string | undefined,
  all: Readonly<Record<string, number>>,
): Response {
  const names = metric?.split(',') ?? [];
  const unknown = names.find((name) => all[name] === undefined);
  if (names.length === 0 || unknown !== undefined) {
    return invalid(`(#100) metric[0] must be one of the following values: ${Object.keys(all).join(', ')}`);
  }
  const data = names.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: all[name] }],
    title: name,
    id: `${id}/insights/${name}/lifetime`,
  }));
  return Response.json({ data });
}
