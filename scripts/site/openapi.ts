import type { App, FlatRoute } from 'trellis';
import type { Answers, BlogContract } from './blog-contract.ts';

/** One route of an application, as a document tells it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly answers: Answers;
  /** The guard in front of it, by the name of its class. */
  readonly guard: string | undefined;
  /** The name of the DTO that its handler binds. */
  readonly body: string | undefined;
}

type Dtos = Readonly<Record<string, new () => object>>;

/** The routes of an application, each with what the contract says of its answers. Both must name the same ones. */
export function operationsOf(app: App, contract: BlogContract): Operation[] {
  const routes = app.routes();
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  const strange = Object.keys(contract.routes).filter((name) => !names.includes(name));
  if (strange.length > 0) throw new Error(`The contract names routes that are not there: ${strange.join(', ')}`);
  return routes.map((route, index) => {
    const answers = contract.routes[names[index]!];
    if (answers === undefined) throw new Error(`The contract does not say how ${names[index]} answers.`);
    const guard = route.middlewares.map((layer) => layer.constructor.name).find((name) => name in contract.guards);
    return { method: route.method!, path: route.path, answers, guard, body: boundBy(app, route) };
  });
}

/** Every text that an operation may fail with, by status. */
export function failuresOf({ answers, guard }: Operation, { guards }: BlogContract): Map<number, string[]> {
  const failures = new Map(Object.entries(answers.failures ?? {}).map(([status, texts]) => [+status, [...texts]]));
  if (guard !== undefined) failures.set(401, [...(guards[guard] ?? []), ...(failures.get(401) ?? [])]);
  return new Map([...failures].sort(([a], [b]) => a - b));
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
      securitySchemes: Object.fromEntries(Object.keys(contract.guards).map((guard) => [guard, schemes[guard]])),
    },
  };
}

const schemes: Record<string, object> = {
  BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  SessionAuth: { type: 'apiKey', in: 'cookie', name: 'session_id' },
  ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
};

function operationObject(operation: Operation, contract: BlogContract): object {
  const { answers, guard, body, path } = operation;
  const [status, schema] = answers.success;
  const responses: Record<number, object> = {
    [status]: { description: answers.summary, ...(schema && { content: json(schemaOf(schema)) }) },
  };
  for (const [failure, texts] of failuresOf(operation, contract)) {
    responses[failure] = { description: texts.join(', or '), content: json(schemaOf('Error')) };
  }
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return {
    summary: answers.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(guard && { security: [{ [guard]: [] }] }),
    ...(body && { requestBody: { required: !isOptional(body), content: json(schemaOf(body)) } }),
    responses,
  };
}

/** A logout needs no body; every other one that is bound does. */
function isOptional(body: string): boolean {
  return body === 'LogoutDTO';
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

function schemaOf(name: string): object {
  if (name.endsWith('[]')) return { type: 'array', items: schemaOf(name.slice(0, -2)) };
  return { $ref: `#/components/schemas/${name}` };
}

/** The rules of a field, as its tag gave them. */
interface Rules {
  type: string;
  required?: boolean;
  email?: boolean;
  min?: number;
}

/** Out of the notes that `@field` leaves on a class. */
function dtoSchema(dtos: Dtos, name: string): object {
  const dto = dtos[name] as { [Symbol.metadata]?: DecoratorMetadata } | undefined;
  const notes = dto?.[Symbol.metadata] as Record<symbol, unknown> | undefined;
  const fields = Object.getOwnPropertySymbols(notes ?? {})
    .map((symbol) => notes![symbol])
    .find((value): value is Map<string, Rules> => value instanceof Map);
  if (fields === undefined) throw new Error(`${name} is bound by a handler, and is no DTO that was handed in.`);
  const required = [...fields].filter(([, rules]) => rules.required).map(([field]) => field);
  return {
    type: 'object',
    properties: Object.fromEntries([...fields].map(([field, rules]) => [field, fieldSchema(rules)])),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema({ type, required, email, min }: Rules): object {
  if (type !== 'string') return { type, ...(min !== undefined && { minimum: min }) };
  const least = min ?? (required ? 1 : undefined);
  return { type, ...(email && { format: 'email' }), ...(least !== undefined && { minLength: least }) };
}

/** The DTO that stands in `ctx.bind(…)` of a handler. Handlers are methods; their text is that of the class. */
function boundBy(app: App, { owner, handler }: FlatRoute): string | undefined {
  for (const { instance } of app.container.built()) {
    if (instance.constructor.name !== owner) continue;
    const method = (instance as Record<string, unknown>)[handler.name];
    return /ctx\.bind\((\w+)\)/.exec(String(method))?.[1];
  }
  return undefined;
}
