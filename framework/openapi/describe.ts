import type { Dto, Schema } from '../dto/field.ts';
import type { Middleware } from '../routing/route.ts';

/** The shape of a value: a DTO, or a Standard Schema that can be converted to JSON Schema, such as one from zod. */
export type Shape = Dto<unknown> | Schema<unknown>;

export interface Content {
  description?: string;
  schema?: Shape;
  /** The media type. `application/json` by default. */
  type?: string;
}

export interface RequestBody extends Content {
  /** Whether a request without a body is valid too. */
  optional?: boolean;
}

/**
 * A response: the shape of its body, or text that describes it. A response that is only described has no body, unless
 * it is an error: then it has the usual error body. An array of strings lists several reasons for the same status.
 */
export type ResponseDescription = string | readonly string[] | Shape | Content;

/** How a client authenticates, in the words of OpenAPI. */
export type SecurityScheme =
  | { type: 'http'; scheme: string; bearerFormat?: string; description?: string }
  | { type: 'apiKey'; in: 'header' | 'cookie' | 'query'; name: string; description?: string };

/** What OpenAPI says about a route and the code doesn't. Everything is optional. */
export interface RouteDescription {
  /** One line. */
  summary?: string;
  /** As long as you like, in Markdown. */
  description?: string;
  /** Groups of routes in a rendered document. By default the controller's name without `Controller`. */
  tags?: string[];
  deprecated?: boolean;
  /** An object with the query parameters as its properties. */
  query?: Shape;
  body?: Shape | RequestBody;
  /** By status. */
  responses?: Record<number, ResponseDescription>;
  /** The schemes of a middleware that authenticates, by name. Any one of them is enough. */
  security?: Record<string, SecurityScheme>;
}

type Method = (...parameters: never[]) => unknown;

// In the registry of symbols, so that two copies of this file understand each other.
const DESCRIPTION = Symbol.for('trellis:description');

/**
 * Describes a route for `trellis openapi`, above its handler or above the `handle` of a middleware:
 *
 *     @describe({ body: CreatePostDTO, responses: { 201: Post, 400: 'Invalid request' } })
 *     async create(ctx: Context) {
 *
 * The description is a property of the method, because a route has exactly five fields. No request reads it.
 */
export function describe(description: RouteDescription) {
  return <M extends Method>(method: M, _context?: ClassMethodDecoratorContext): M => {
    if (typeof method === 'function') return Object.assign(method, { [DESCRIPTION]: description });
    throw new TypeError(
      '@describe belongs above a method of a class. If it is above one, remove experimentalDecorators from tsconfig.json.',
    );
  };
}

export function descriptionOf(method: Method): RouteDescription {
  return attached(method) ?? {};
}

/** Looks at what a middleware inherits from too, because an object that configures a middleware has a `handle` of its own. */
export function descriptionOfMiddleware(middleware: Middleware): RouteDescription {
  for (let layer = middleware; layer?.handle !== undefined; layer = Object.getPrototypeOf(layer)) {
    const description = attached(layer.handle);
    if (description !== undefined) return description;
  }
  return {};
}

function attached(method: Method): RouteDescription | undefined {
  return (method as Method & { [DESCRIPTION]?: RouteDescription })[DESCRIPTION];
}
