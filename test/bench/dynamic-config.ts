/** The settings that the development server has for a single node, and that an own server needs explicitly. */
const singleNode: Readonly<Record<string, string>> = {
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
};

/** The dynamic configuration of temporal-dev.yml as the file that Temporal's own server reads. */
export function dynamicConfigYaml(composeCommand: readonly string[]): string {
  const values = new Map(Object.entries(singleNode));
  for (const argument of composeCommand) {
    const [, key, value] = /^--dynamic-config-value=([^=]+)=(.*)$/.exec(argument) ?? [];
    if (key !== undefined && value !== undefined) values.set(key, value);
  }
  return [...values].map(([key, value]) => `${key}:\n  - value: ${value}\n`).join('');
}
