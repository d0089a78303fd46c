import { createPlainer } from './schemas.mjs';

/** Reads methods, such as "youtube.videos.insert", from one of Google's discovery documents. */
export function readDiscovery(text, methods) {
  const document = JSON.parse(text);
  // In these documents, references are bare names, and a value that may be repeated is a list.
  const { plain, resolved, defs } = createPlainer(document.schemas, ['ContentRating']);
  const listed = ({ repeated, ...parameter }) =>
    repeated === true ? { type: 'array', items: plain(parameter) } : plain(parameter);
  const shared = Object.entries(document.parameters).map(([name, one]) => [name, listed(one)]);

  function methodOf(id) {
    const names = id.split('.').slice(1);
    const last = names.pop();
    const place = names.reduce((at, name) => at.resources[name], document);
    const method = place.methods[last];
    if (method === undefined) throw new Error(`${id} is not described.`);
    return method;
  }

  /** The parts are the fields of the resource. */
  function parts({ response }) {
    const resource = resolved(response);
    const item = resource.properties?.items?.items;
    const known = Object.keys(resolved(item ?? resource).properties ?? {});
    return { type: 'array', items: { enum: known } };
  }

  /** A session of an upload begins with an answer that has no body. */
  function answerOf({ response, mediaUpload }) {
    if (response === undefined) return { 204: { const: '' } };
    const answer = plain(response);
    return { 200: mediaUpload === undefined ? answer : { anyOf: [answer, { const: '' }] } };
  }

  function read(id) {
    const method = methodOf(id);
    const { httpMethod, path, parameters = {}, request, mediaUpload } = method;
    const query = Object.entries(parameters).map(([name, one]) => [
      name,
      name === 'part' ? parts(method) : listed(one),
    ]);
    const body = {
      ...(request && { 'application/json': plain(request) }),
      ...(mediaUpload && Object.fromEntries(mediaUpload.accept.map((type) => [type, {}]))),
    };
    const at = mediaUpload === undefined ? `/${path}` : mediaUpload.protocols.simple.path;
    const operation = {
      query: {
        type: 'object',
        properties: Object.fromEntries([...shared, ...query]),
        required: Object.keys(parameters).filter((name) => parameters[name].required === true),
        additionalProperties: false,
      },
      ...(Object.keys(body).length > 0 && { body }),
      answers: { ...answerOf(method), default: errorSchema },
      scopes: method.scopes,
    };
    return [`${httpMethod} ${at}`, operation];
  }
  return { version: document.revision, operations: Object.fromEntries(methods.map(read)), $defs: defs };
}

/** Not in the documents, but the same for all of Google's APIs: https://google.aip.dev/193 */
const errorSchema = { type: 'object', required: ['error'], properties: { error: { type: 'object' } } };
