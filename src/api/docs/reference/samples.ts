import type { OperationDoc } from './description.js';
import * as notations from './literals.js';
import { literal } from './literals.js';

/** A request as the samples send it. */
export interface SampleCall {
  /** The URL of the API with its version. */
  baseUrl: string;
  method: string;
  /** The path with the names of its parameters, such as `/posts/{id}`. */
  path: string;
  pathParameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Absent for requests without a body. */
  body?: unknown;
  /** A request that creates something can be repeated safely if it has a key. Our clients add a key by themselves. */
  idempotencyKey?: string;
}

/** The environment variable from which every sample reads the key, so that no key is written into code. */
export const keyVariable = 'PUNCTUAL_API_KEY';

/** The languages of the samples, in the order of the tabs, with the name that the highlighter knows. */
export const languages = [
  { id: 'curl', title: 'curl', write: curl },
  { id: 'typescript', title: 'TypeScript', write: typescript },
  { id: 'python', title: 'Python', write: python },
  { id: 'go', title: 'Go', write: go },
  { id: 'php', title: 'PHP', write: php },
  { id: 'ruby', title: 'Ruby', write: ruby },
] as const;

/** The request of an operation's example: its path, the query parameters that it must have, and its body. */
export function exampleCall(operation: OperationDoc, baseUrl: string): SampleCall {
  const { id, method, path, parameters, body, responses } = operation;
  const creates = method === 'POST' && responses.some(({ status }) => status === '201');
  const given = (place: string): Record<string, string> =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (one.required === true || isShown(one)))
        .map(({ name, example, schema }) => [name, textOf(example ?? schema?.example ?? schema?.default)]),
    );
  return {
    baseUrl,
    method,
    path,
    pathParameters: given('path'),
    query: given('query'),
    ...(body?.example !== undefined && { body: body.example }),
    ...(creates && { idempotencyKey: `${id}-1` }),
  };
}

/**
 * Whether an optional parameter is in the example. Only the size of a page is shown, because most lists are read in
 * pages.
 */
const isShown = (parameter: { name: string; in: string }): boolean =>
  parameter.in === 'query' && parameter.name === 'limit';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

const filledPath = ({ path, pathParameters }: SampleCall): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? ''));

const urlOf = (call: SampleCall): string => {
  const query = new URLSearchParams(call.query).toString();
  return `${call.baseUrl}${filledPath(call)}${query === '' ? '' : `?${query}`}`;
};

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl(call: SampleCall): string {
  const method = call.method === 'GET' ? '' : `-X ${call.method} `;
  const parts = [
    `curl -sS ${method}${inShell(urlOf(call))}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...(call.idempotencyKey === undefined ? [] : [`-H 'Idempotency-Key: ${call.idempotencyKey}'`]),
    ...(call.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(call.body, null, 2))}`]),
  ];
  return parts.join(' \\\n  ');
}

function typescript(call: SampleCall): string {
  const params = {
    ...(Object.keys(call.pathParameters).length > 0 && { path: call.pathParameters }),
    ...(Object.keys(call.query).length > 0 && { query: numbersIn(call.query) }),
  };
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(call.body !== undefined && { body: call.body }),
  };
  const given = Object.keys(options).length === 0 ? '' : `, ${literal(options, notations.typescript, 1)}`;
  return `import { createPunctualClient, dataOf } from '@punctual/client';

const punctual = createPunctualClient({
  baseUrl: ${notations.typescript.string(call.baseUrl)},
  apiKey: process.env.${keyVariable} ?? '',
});
const result = await dataOf(
  punctual.${call.method}(${notations.typescript.string(call.path)}${given}),
);
console.log(result);`;
}

/** The client for TypeScript has the type `number` for these parameters, so their values are written without quotes. */
const numbersIn = (query: SampleCall['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );

function python(call: SampleCall): string {
  const { python: notation } = notations;
  const parts = [
    notation.string(call.method),
    notation.string(filledPath(call)),
    ...(Object.keys(call.query).length > 0 ? [`query=${literal(call.query, notation, 2)}`] : []),
    ...(call.body === undefined ? [] : [`body=${literal(call.body, notation, 2)}`]),
  ];
  return `import os

from punctual_client import Punctual

with Punctual(${notation.string(call.baseUrl)}, os.environ["${keyVariable}"]) as punctual:
    response = punctual.request(
        ${parts.join(',\n        ')},
    )
    print(response.status_code, response.data)`;
}

function go(call: SampleCall): string {
  const { go: notation } = notations;
  const values = Object.entries(call.query).map(
    ([name, value]) => `${notation.string(name)}: {${notation.string(value)}}`,
  );
  const query = values.length === 0 ? 'nil' : `url.Values{${values.join(', ')}}`;
  const body = call.body === undefined ? 'nil' : literal(call.body, notation, 1);
  const imports = ['"context"', '"fmt"', '"log"', ...(values.length > 0 ? ['"net/url"'] : []), '"os"'];
  return `package main

import (
	${imports.join('\n\t')}

	"punctual.example/punctual"
)

func main() {
	client := punctual.New(punctual.Config{
		BaseURL: ${notation.string(call.baseUrl)},
		APIKey:  os.Getenv("${keyVariable}"),
	})
	var result any
	err := client.Call(context.Background(), ${notation.string(call.method)}, ${notation.string(filledPath(call))}, ${query}, ${body}, &result)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result)
}`;
}

function php(call: SampleCall): string {
  const { php: notation } = notations;
  const hasBody = call.body !== undefined;
  const lines = [
    `CURLOPT_CUSTOMREQUEST => '${call.method}',`,
    'CURLOPT_RETURNTRANSFER => true,',
    'CURLOPT_HTTPHEADER => [',
    `    'Authorization: Bearer ' . getenv('${keyVariable}'),`,
    ...(call.idempotencyKey === undefined ? [] : [`    'Idempotency-Key: ${call.idempotencyKey}',`]),
    ...(hasBody ? [`    'Content-Type: application/json',`] : []),
    '],',
    ...(hasBody ? [`CURLOPT_POSTFIELDS => json_encode(${literal(call.body, notation, 1)}),`] : []),
  ];
  return `<?php

$request = curl_init(${notation.string(urlOf(call))});
curl_setopt_array($request, [
    ${lines.join('\n    ')}
]);
$response = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), "\\n", $response, "\\n";`;
}

function ruby(call: SampleCall): string {
  const { ruby: notation } = notations;
  const method = `${call.method.charAt(0)}${call.method.slice(1).toLowerCase()}`;
  const body =
    call.body === undefined
      ? []
      : [
          `request['Content-Type'] = 'application/json'`,
          `request.body = JSON.generate(${literal(call.body, notation)})`,
        ];
  const lines = [
    `uri = URI(${notation.string(urlOf(call))})`,
    `request = Net::HTTP::${method}.new(uri)`,
    `request['Authorization'] = "Bearer #{ENV.fetch('${keyVariable}')}"`,
    ...(call.idempotencyKey === undefined ? [] : [`request['Idempotency-Key'] = '${call.idempotencyKey}'`]),
    ...body,
    `response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }`,
    'puts response.code, response.body',
  ];
  return `require 'json'\nrequire 'net/http'\n\n${lines.join('\n')}`;
}
