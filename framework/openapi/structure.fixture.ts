import assert from 'node:assert/strict';

/** Untyped on purpose: the document as a client reads it. */
// biome-ignore lint/suspicious/noExplicitAny: the assertions below are what gives it a shape
type Json = any;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const SCHEME_FIELDS: Record<string, string[]> = { http: ['scheme'], apiKey: ['in', 'name'] };

/**
 * Asserts the rules of OpenAPI 3.1 for the objects that Trellis writes: required and allowed fields, and the rules that a
 * JSON Schema can't express, such as references that lead somewhere. `document` must come from JSON.
 */
export function assertOpenApi(document: Json): void {
  fields(document, '#', ['openapi', 'info', 'paths', 'components'], ['servers']);
  assert.match(document.openapi, /^3\.1\.\d+$/);
  fields(document.info, 'info', ['title', 'version'], ['description']);
  for (const value of Object.values(document.info)) assert.equal(typeof value, 'string', 'info');
  for (const server of document.servers ?? []) fields(server, 'servers', ['url'], ['description']);
  const { schemas, securitySchemes = {} } = document.components;
  fields(document.components, 'components', ['schemas'], ['securitySchemes']);
  for (const name of [...Object.keys(schemas), ...Object.keys(securitySchemes)]) {
    assert.match(name, /^[a-zA-Z0-9._-]+$/, 'components');
  }
  for (const [name, schema] of Object.entries(schemas)) assertSchema(schema, `schemas.${name}`, schemas);
  for (const [name, scheme] of Object.entries<Json>(securitySchemes)) {
    const required = SCHEME_FIELDS[scheme.type];
    assert.ok(required, `securitySchemes.${name} has the type ${scheme.type}`);
    fields(scheme, `securitySchemes.${name}`, ['type', ...required], ['bearerFormat', 'description']);
  }
  const ids = new Set<string>();
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    assert.match(path, /^\//, 'paths');
    fields(item, path, [], METHODS);
    for (const [method, operation] of Object.entries<Json>(item)) {
      assertOperation(operation, `${method} ${path}`, path, document.components);
      if (operation.operationId === undefined) continue;
      assert.ok(!ids.has(operation.operationId), `${operation.operationId} is the id of two operations`);
      ids.add(operation.operationId);
    }
  }
}

function assertOperation(operation: Json, place: string, path: string, components: Json): void {
  const { parameters = [], requestBody, responses, security = [] } = operation;
  const optional = ['operationId', 'summary', 'description', 'tags', 'deprecated', 'parameters', 'requestBody'];
  fields(operation, place, [], [...optional, 'responses', 'security']);
  const keys = new Set<string>();
  for (const parameter of parameters) {
    fields(parameter, place, ['name', 'in', 'schema'], ['required', 'description']);
    assert.ok(['path', 'query'].includes(parameter.in), place);
    assert.ok(parameter.in !== 'path' || parameter.required === true, `${place}: a path parameter is required`);
    assert.ok(!keys.has(`${parameter.in} ${parameter.name}`), `${place}: two parameters ${parameter.name}`);
    keys.add(`${parameter.in} ${parameter.name}`);
    assertSchema(parameter.schema, place, components.schemas);
  }
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const declared = parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name);
  assert.deepEqual(declared, inPath, `${place}: the path parameters`);
  if (requestBody !== undefined) {
    fields(requestBody, place, ['content'], ['required', 'description']);
    assertContent(requestBody.content, place, components.schemas);
  }
  if (responses !== undefined) assert.ok(Object.keys(responses).length > 0, `${place}: no responses`);
  for (const [status, response] of Object.entries<Json>(responses ?? {})) {
    assert.match(status, /^[1-5]\d\d$/, place);
    fields(response, `${place} ${status}`, ['description'], ['content']);
    assert.equal(typeof response.description, 'string', place);
    assertContent(response.content ?? {}, place, components.schemas);
  }
  for (const [name, scopes] of security.flatMap((one: object) => Object.entries(one))) {
    assert.ok(components.securitySchemes?.[name], `${place}: no security scheme ${name}`);
    assert.deepEqual(scopes, [], place);
  }
}

function assertContent(content: Json, place: string, schemas: Json): void {
  for (const [type, media] of Object.entries<Json>(content)) {
    assert.match(type, /^[\w*.+-]+\/[\w*.+-]+$/, place);
    fields(media, place, [], ['schema']);
    if (media.schema !== undefined) assertSchema(media.schema, place, schemas);
  }
}

/** Draft 2020-12, as far as keywords that contain schemas or references go. */
function assertSchema(schema: Json, place: string, schemas: Json): void {
  if (typeof schema === 'boolean') return;
  assert.ok(typeof schema === 'object' && schema !== null && !Array.isArray(schema), `${place}: not a schema`);
  for (const forbidden of ['$schema', '$defs', 'nullable', 'id'])
    assert.ok(!(forbidden in schema), `${place}: ${forbidden}`);
  if ('$ref' in schema) {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1];
    assert.ok(name !== undefined && schemas[name], `${place}: ${schema.$ref} leads nowhere`);
  }
  for (const type of [schema.type ?? []].flat()) {
    assert.ok(
      ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'].includes(type),
      `${place}: ${type}`,
    );
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [...Object.values(properties), items, additionalProperties, ...anyOf, ...oneOf, ...allOf];
  for (const one of inner.filter((value) => value !== undefined)) assertSchema(one, place, schemas);
}

function fields(value: Json, place: string, required: string[], optional: string[]): void {
  assert.ok(typeof value === 'object' && value !== null, `${place} is not an object`);
  for (const name of required) assert.ok(name in value, `${place} lacks ${name}`);
  for (const name of Object.keys(value)) assert.ok([...required, ...optional].includes(name), `${place}: ${name}`);
}
