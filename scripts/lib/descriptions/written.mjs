/** The text of a description's file: each operation and each schema is one line. */
export function written({ operations, $defs, ...about }) {
  const parts = [
    ...Object.entries(about).map((entry) => pair(entry)),
    `"operations": ${lines(operations)}`,
    ...($defs === undefined ? [] : [`"$defs": ${lines($defs)}`]),
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

const lines = (named) => `{\n${Object.entries(named).map(pair).join(',\n')}\n}`;
const pair = ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
