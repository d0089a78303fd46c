interface Parameter {
  in?: string;
  required?: boolean;
  schema?: { minLength?: number };
}

/**
 * Removes the minimum length of optional query parameters, because an empty parameter counts as absent
 * (docs/contract.md#errors).
 */
export function withEmptyParameters<Document extends { paths?: object }>(document: Document): Document {
  const paths: Record<string, object> = { ...document.paths };
  for (const methods of Object.values(paths)) {
    for (const operation of Object.values(methods) as { parameters?: Parameter[] }[]) {
      for (const { in: place, required, schema } of operation.parameters ?? []) {
        if (place === 'query' && required !== true && schema?.minLength === 1) delete schema.minLength;
      }
    }
  }
  return document;
}
