import type { App } from 'trellis';
import { type Dto, schemaOf } from '../../framework/dto/field.ts';
import type { BlogContract, RouteContract } from './blog-contract.ts';

/** One route of an application, with everything that the documents say about it. */
export interface Operation extends RouteContract {
  readonly method: string;
  readonly path: string;
  /** The class name of the middleware that authenticates the request. */
  readonly authentication: string | undefined;
}

/** The DTO classes by name, for the names in the contract. */
export type Dtos = Readonly<Record<string, Dto<unknown>>>;

/** Joins the routes of an application with the contract. Throws if one of them has a route that the other lacks. */
export function operationsOf(app: App, contract: BlogContract): Operation[] {
  const routes = app.routes();
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  const unknown = Object.keys(contract.routes).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`The contract has routes that don't exist: ${unknown.join(', ')}`);
  return routes.map(({ method, path, middlewares }, index) => {
    const route = contract.routes[names[index]!];
    if (route === undefined) throw new Error(`The contract has no entry for ${names[index]}.`);
    const classes = middlewares.map((middleware) => middleware.constructor.name);
    return { ...route, method: method!, path, authentication: classes.find((name) => name in contract.authentication) };
  });
}

/** Every error message of an operation, by status, including those of the authentication. */
export function failuresOf(
  { failures = {}, authentication }: Operation,
  contract: BlogContract,
): Map<number, string[]> {
  const messages = new Map(Object.entries(failures).map(([status, texts]) => [Number(status), [...texts]]));
  if (authentication !== undefined) {
    messages.set(401, [...(contract.authentication[authentication] ?? []), ...(messages.get(401) ?? [])]);
  }
  return new Map([...messages].sort(([a], [b]) => a - b));
}

/** The OpenAPI document of an application. */
export function openApi(app: App, contract: BlogContract, dtos: Dtos): object {
  const operations = operationsOf(app, contract);
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = operationObject(operation, contract);
  }
  const bodies = [...new Set(operations.flatMap(({ body }) => body ?? []))].sort();
  const error = { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] };
  return {
    openapi: '3.1.0',
    info: { title: contract.title, version: '1.0.0', description: contract.description },
    servers: [{ url: 'http://localhost:3000' }],
    paths,
    components: {
      schemas: {
        ...contract.schemas,
        ...Object.fromEntries(bodies.map((name) => [name, dtoSchema(dtos, name)])),
        Error: error,
      },
      securitySchemes: Object.fromEntries(
        Object.keys(contract.authentication).map((middleware) => [middleware, securitySchemes[middleware]]),
      ),
    },
  };
}

const securitySchemes: Record<string, object> = {
  BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  SessionAuth: { type: 'apiKey', in: 'cookie', name: 'session_id' },
  ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
};

function operationObject(operation: Operation, contract: BlogContract): object {
  const { summary, success, authentication, body, isBodyOptional = false, path } = operation;
  const [status, schema] = success;
  const responses: Record<number, object> = {
    [status]: { description: summary, ...(schema && { content: json(referenceTo(schema)) }) },
  };
  for (const [failure, messages] of failuresOf(operation, contract)) {
    responses[failure] = { description: messages.join(', or '), content: json(referenceTo('Error')) };
  }
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(authentication && { security: [{ [authentication]: [] }] }),
    ...(body && { requestBody: { required: !isBodyOptional, content: json(referenceTo(body)) } }),
    responses,
  };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

/** `Post` or `Post[]` as a reference to the schema of that name. */
function referenceTo(name: string): object {
  if (name.endsWith('[]')) return { type: 'array', items: referenceTo(name.slice(0, -2)) };
  return { $ref: `#/components/schemas/${name}` };
}

/** The JSON Schema of what a client may send for a DTO. */
function dtoSchema(dtos: Dtos, name: string): object {
  const dto = dtos[name];
  if (dto === undefined) throw new Error(`The contract names the DTO ${name}, which http-api.ts doesn't import.`);
  const { $schema: _, ...schema } = schemaOf(dto).toJSONSchema({
    io: 'input',
    // "format": "email" is the contract. The regular expression is how zod checks it.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'email') delete jsonSchema.pattern;
    },
  });
  return schema;
}
