import { STATUS_CODES } from 'node:http';
import { type FlatRoute, methods } from '../routing/route.ts';
import { Components, type JsonSchema, reference } from './components.ts';
import {
  type Content,
  descriptionOf,
  descriptionOfMiddleware,
  type RequestBody,
  type ResponseDescription,
  type RouteDescription,
  type SecurityScheme,
  type Shape,
} from './describe.ts';

export interface OpenApiOptions {
  title: string;
  version: string;
  description?: string;
  servers?: { url: string; description?: string }[];
  /** The shape of an error response, or its `{ schema, type }`. `{ error: string }` as JSON by default. */
  error?: Shape | Content;
  /** Whether a route belongs in the document, such as `({ path }) => path.startsWith('/api/')`. Default: every route. */
  include?: (route: FlatRoute) => boolean;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description?: string };
  servers?: { url: string; description?: string }[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes?: Record<string, SecurityScheme> };
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { required: boolean; description?: string; content: MediaTypes };
  responses?: Record<string, { description: string; content?: MediaTypes }>;
  /** Any one of these is enough. All schemes of one object are needed together. */
  security?: Record<string, string[]>[];
}

type MediaTypes = Record<string, { schema?: JsonSchema }>;

/** The OpenAPI 3.1 document of an application: `openApi(app.routes(), { title: 'Shop', version: '1.0.0' })`. */
export function openApi(routes: readonly FlatRoute[], options: OpenApiOptions): OpenApiDocument {
  const { error, servers, include = () => true, ...info } = options;
  const document = new DocumentBuilder(error);
  for (const route of routes) if (include(route)) document.add(route);
  return { openapi: '3.1.0', info, ...(servers && { servers }), ...document.finish() };
}

class DocumentBuilder {
  readonly #components = new Components();
  readonly #paths: OpenApiDocument['paths'] = {};
  readonly #schemes: Record<string, SecurityScheme> = {};
  readonly #ids = new Set<string>();
  readonly #errorContent: Content;
  #error: MediaTypes | undefined;

  constructor(error: Shape | Content = {}) {
    this.#errorContent = isShape(error) ? { schema: error } : error;
  }

  add(route: FlatRoute): void {
    // Version 3.1 has no place for the others, such as PROPFIND.
    if (route.method === undefined || !documented.has(route.method)) return;
    const path = templateOf(route.path);
    this.#paths[path] ??= {};
    this.#paths[path][route.method.toLowerCase()] = this.#operation(route, path);
  }

  finish(): Pick<OpenApiDocument, 'paths' | 'components'> {
    const schemas = this.#components.sorted();
    if (this.#error !== undefined && this.#errorContent.schema === undefined) schemas.Error = defaultError;
    const securitySchemes = Object.keys(this.#schemes).length > 0 && { securitySchemes: this.#schemes };
    return { paths: this.#paths, components: { schemas, ...securitySchemes } };
  }

  #operation(route: FlatRoute, path: string): Operation {
    const place = `${route.method} ${route.path}`;
    const own = descriptionOf(route.handler);
    const all = [...route.middlewares.map(descriptionOfMiddleware), own];
    const parameters = [...pathParameters(path), ...this.#queryParameters(all, place)];
    const { summary, description, deprecated, body } = own;
    const tags = own.tags ?? (route.owner && [route.owner.replace(/Controller$/, '')]);
    return {
      ...this.#id(route),
      ...(summary && { summary }),
      ...(description && { description }),
      ...(tags && { tags }),
      ...(deprecated && { deprecated }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: this.#requestBody(body, place) }),
      ...this.#responses(all, place),
      ...this.#security(all),
    };
  }

  /** Generated clients name their functions after it. If several routes share a handler, only the first gets the name. */
  #id({ owner, handler }: FlatRoute): Pick<Operation, 'operationId'> {
    const operationId = `${owner}.${handler.name}`;
    if (owner === undefined || !handler.name || handler.name === 'handler' || this.#ids.has(operationId)) return {};
    this.#ids.add(operationId);
    return { operationId };
  }

  #queryParameters(all: RouteDescription[], place: string): NonNullable<Operation['parameters']> {
    return all
      .flatMap(({ query }) => (query ? this.#components.properties(query, place) : []))
      .map(({ name, required, schema: { description, ...schema } }) => ({
        ...{ name, in: 'query', required, schema },
        ...(typeof description === 'string' && { description }),
      }));
  }

  #requestBody(body: Shape | RequestBody, place: string): Operation['requestBody'] {
    const { optional = false, description, ...content }: RequestBody = isShape(body) ? { schema: body } : body;
    return { required: !optional, ...(description && { description }), content: this.#content(content, place) };
  }

  #responses(all: RouteDescription[], place: string): Pick<Operation, 'responses'> {
    const responses: NonNullable<Operation['responses']> = {};
    const texts = new Map<string, string[]>();
    for (const [status, response] of all.flatMap(({ responses = {} }) => Object.entries(responses))) {
      const { description, ...content } = contentOf(response);
      const before = texts.get(status) ?? [];
      texts.set(status, [...before, ...(description ?? [])]);
      const media = this.#responseContent(Number(status), content, place) ?? responses[status]?.content;
      responses[status] = {
        description: texts.get(status)!.join(', or ') || (STATUS_CODES[status] ?? status),
        ...(media && { content: media }),
      };
    }
    return texts.size > 0 ? { responses } : {};
  }

  #responseContent(status: number, content: Content, place: string): MediaTypes | undefined {
    if (content.schema !== undefined || content.type !== undefined) return this.#content(content, place);
    return status >= 400 ? this.#errorMedia(place) : undefined;
  }

  #content({ schema, type = 'application/json' }: Content, place: string): MediaTypes {
    return { [type]: schema ? { schema: this.#components.add(schema, place) } : {} };
  }

  #errorMedia(place: string): MediaTypes {
    const { schema, type = 'application/json' } = this.#errorContent;
    this.#error ??= schema ? this.#content({ schema, type }, place) : { [type]: { schema: reference('Error') } };
    return this.#error;
  }

  /** A request passes through every middleware, so it needs one scheme of each. */
  #security(all: RouteDescription[]): Pick<Operation, 'security'> {
    const choices = all.flatMap(({ security }) => (security ? [security] : []));
    if (choices.length === 0) return {};
    Object.assign(this.#schemes, ...choices);
    const none: Record<string, string[]>[] = [{}];
    return {
      security: choices.reduce(
        (combined, choice) =>
          combined.flatMap((schemes) => Object.keys(choice).map((name) => ({ ...schemes, [name]: [] }))),
        none,
      ),
    };
  }
}

const defaultError: JsonSchema = { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] };

const documented: ReadonlySet<string> = new Set([...methods, 'TRACE']);

/** `/posts/:id/*` becomes `/posts/{id}/{path}`. If another parameter is called `path`, the wildcard becomes `path2`. */
function templateOf(path: string): string {
  let wildcard = 'path';
  for (let number = 2; path.split('/').includes(`:${wildcard}`); number++) wildcard = `path${number}`;
  const template = path.replace(/\/:([^/]+)/g, '/{$1}').replace(/\*(?=\/|$)/, `{${wildcard}}`);
  // A child with the path `/` is the group itself, and the router ignores a trailing slash.
  return template.replace(/(.)\/$/, '$1');
}

function pathParameters(path: string): NonNullable<Operation['parameters']> {
  return [...path.matchAll(/\/\{([^/}]+)\}/g)].map(([, name]) => ({
    ...{ name: name!, in: 'path', required: true, schema: { type: 'string' } },
  }));
}

/** The descriptions, and what the body contains. */
function contentOf(response: ResponseDescription): Omit<Content, 'description'> & { description?: readonly string[] } {
  if (typeof response === 'string') return { description: [response] };
  if (isTexts(response)) return { description: response };
  if (isShape(response)) return { schema: response };
  const { description, ...content } = response;
  return { ...content, ...(description && { description: [description] }) };
}

function isTexts(response: ResponseDescription): response is readonly string[] {
  return Array.isArray(response);
}

function isShape(value: object): value is Shape {
  return typeof value === 'function' || '~standard' in value;
}
