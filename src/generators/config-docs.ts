import { variableGroups } from '../config/variables.js';
import { table } from './markdown.js';

const preface = `# Configuration

Punctual is configured by environment variables. An empty variable counts as unset. \`npm start\` needs none of them. Generated from
\`src/config/variables.ts\` and the platforms' definitions by \`npm run openapi\`; do not edit it by hand.
`;

/** docs/configuration.md, as the code reads the environment. */
export function configurationMarkdown(): string {
  const sections = variableGroups().map(({ title, intro, variables }) => {
    const rows = variables.map(({ name, what, byDefault }) => [`\`${name}\``, what, byDefault ?? '']);
    return `## ${title}\n\n${intro}\n\n${table(['Variable', 'What it does', 'Default'], rows)}\n`;
  });
  return [preface, ...sections].join('\n');
}
