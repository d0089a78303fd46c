import { firstSentence, snakeCase } from './names.js';
import type { Api, Operation } from './operations.js';
import type { Definition, Field, Shape } from './shapes.js';

const head = (about: string): string =>
  `"""${about}\n\nGenerated from openapi.json by \`npm run openapi\`. Do not edit.\n"""\n\nfrom __future__ import annotations\n`;

/** Words that cannot be names in Python, so a class cannot have a field with such a name. */
const keywords = new Set(['from', 'in', 'is', 'class', 'global', 'import', 'not', 'or', 'and', 'as', 'with']);

function typeText(shape: Shape, isRequest: boolean): string {
  const of = (inner: Shape): string => typeText(inner, isRequest);
  switch (shape.kind) {
    case 'string':
      return 'str';
    case 'time':
      return isRequest ? 'Time' : 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'literal':
      return `Literal[${literal(shape.value)}]`;
    case 'list':
      return `list[${of(shape.of)}]`;
    case 'map':
      return `dict[str, ${of(shape.of)}]`;
    case 'nullable':
      return `${of(shape.of)} | None`;
    case 'union':
      return shape.of.map(of).join(' | ');
    case 'named':
      return shape.name;
  }
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** Returns the text of models.py: the types of requests, responses and events. */
export function pythonModels({ catalog, inRequests, inResponses }: Api): string {
  const used = [...catalog.definitions.values()].filter(
    ({ name }) => inRequests.has(name) || inResponses.has(name),
  );
  const classes = used.filter(({ kind }) => kind === 'object');
  // An alias is an expression that Python evaluates, so the types that it uses must come first.
  const aliases = used.filter(({ kind }) => kind === 'alias');
  const values = [...catalog.definitions.values()].filter(({ kind }) => kind === 'values');
  const time =
    '# A time in a request: text in ISO 8601 with an offset, or a datetime with a time zone.\nTime = Union[str, datetime]';
  const typing = `import sys
from datetime import datetime
from typing import Any, Literal, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict
`;
  const parts = [...values, ...classes, ...aliases].map((each) =>
    definitionText(each, inRequests.has(each.name)),
  );
  return [
    head('The types of requests, responses and events: plain dictionaries, with the names of the API.'),
    `${typing}\n${time}\n`,
    ...parts,
  ].join('\n');
}

function definitionText(definition: Definition, isRequest: boolean): string {
  const { name } = definition;
  if (definition.kind === 'values')
    return `${name} = Literal[\n${definition.values.map((value) => `    ${literal(value)},\n`).join('')}]\n`;
  if (definition.kind === 'alias') {
    const { of } = definition;
    if (of.kind !== 'union') return `\n${name} = ${typeText(of, isRequest)}\n`;
    const members = of.of.map((each) => `    ${typeText(each, isRequest)},\n`).join('');
    return `\n${name} = Union[\n${members}]\n`;
  }
  const { fields } = definition;
  const fieldText = ({ shape, isRequired }: Field): string => {
    const text = typeText(shape, isRequest);
    return isRequired ? text : `NotRequired[${text}]`;
  };
  if (fields.some((field) => keywords.has(field.name))) {
    const lines = fields.map((field) => `        "${field.name}": "${fieldText(field)}",\n`);
    return `\n${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
  }
  const about = firstSentence(definition.about);
  const documentation = about === '' ? '' : `    """${about}"""\n\n`;
  const lines = fields.map((field) => `    ${field.name}: ${fieldText(field)}\n`);
  const body = documentation + lines.join('');
  return `\nclass ${name}(TypedDict):\n${body === '' ? '    pass\n' : body}`;
}

/** Returns the text of errors.py: one class for each code. */
export function pythonErrors({ errors }: Api): string {
  const classes = errors.map(
    ({ name, code }) => `
class ${name}(ApiError):
    """An error with the code ${code}."""

    body: models.${name}Body
`,
  );
  const table = errors.map(({ name, code }) => `    "${code}": ${name},\n`).join('');
  return [
    head('The errors of the API, by their codes.'),
    'from . import models\nfrom ._errors import ApiError\n',
    ...classes,
    `\nby_code: dict[str, type[ApiError]] = {\n${table}}\n`,
  ].join('\n');
}

/** Returns the text of one module with the operations: for programs that wait, or for those with an event loop. */
export function pythonOperations(api: Api, isAsync: boolean): string {
  const className = isAsync ? 'AsyncOperations' : 'Operations';
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const async = isAsync ? 'async ' : '';
  const base = `class ${className}:
    """The operations of the API. The names are those of the API reference."""

    ${async}def _call(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, query: Query | None = None) -> ${iterator}[Any]:
        raise NotImplementedError
`;
  return [
    head(`The operations that an API key may call${isAsync ? ', for programs with an event loop' : ''}.`),
    `from collections.abc import ${iterator}, Sequence
from typing import Any, Literal

from . import models
from ._paths import Query, path_of

`,
    base + api.operations.map((operation) => `\n${operationText(operation, isAsync)}`).join(''),
  ].join('\n');
}

/** Names of modules do not clash with those of methods, so types are read from their module. */
function qualified(shape: Shape): string {
  if (shape.kind === 'named') return `models.${shape.name}`;
  if (shape.kind === 'time') return 'models.Time';
  if (shape.kind === 'list') return `Sequence[${qualified(shape.of)}]`;
  if (shape.kind === 'nullable') return `${qualified(shape.of)} | None`;
  return typeText(shape, false);
}

function operationText(operation: Operation, isAsync: boolean): string {
  const { id, method, path, summary, ids, query, body, result } = operation;
  const required = query.filter(({ isRequired }) => isRequired);
  const optional = query.filter(({ isRequired }) => !isRequired);
  const keywordOnly = [
    ...required.map(({ name, shape }) => `${snakeCase(name)}: ${qualified(shape)}`),
    ...optional.map(({ name, shape }) => `${snakeCase(name)}: ${qualified(shape)} | None = None`),
    ...(operation.takesIdempotencyKey ? ['idempotency_key: str | None = None'] : []),
    ...(operation.takesIfMatch ? ['if_match: str | None = None'] : []),
  ];
  const parameters = [
    'self',
    ...ids.map((each) => `${snakeCase(each)}: str`),
    ...(body === null ? [] : [`body: ${qualified(body.shape)}${body.isRequired ? '' : ' | None = None'}`]),
    ...(keywordOnly.length === 0 ? [] : ['*', ...keywordOnly]),
  ];
  const pathText = `path_of(${[JSON.stringify(path), ...ids.map(snakeCase)].join(', ')})`;
  const queryText = `{${query.map(({ name }) => `"${name}": ${snakeCase(name)}`).join(', ')}}`;
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const about = `        """${summary}: \`${method} ${path}\`."""\n`;
  const open = (returned: string, isCoroutine: boolean): string =>
    `    ${isCoroutine ? 'async ' : ''}def ${snakeCase(id)}(\n${parameters.map((each) => `        ${each},\n`).join('')}    ) -> ${returned}:\n${about}`;
  if (result.kind === 'page') {
    const of = qualified(result.shape);
    return `${open(`${iterator}[${of}]`, false)}        return self._pages(${pathText}, ${queryText})\n`;
  }
  const options = [
    ...(query.length === 0 ? [] : [`query=${queryText}`]),
    ...(body === null ? [] : ['body=body']),
    ...(operation.takesIdempotencyKey ? ['idempotency_key=idempotency_key'] : []),
    ...(operation.takesIfMatch ? ['if_match=if_match'] : []),
  ];
  const call = `${isAsync ? 'await ' : ''}self._call(${[`"${method}"`, pathText, ...options].join(', ')})`;
  if (result.kind === 'none') return `${open('None', isAsync)}        ${call}\n`;
  const of = qualified(result.shape);
  return `${open(of, isAsync)}        result: ${of} = ${call}\n        return result\n`;
}
