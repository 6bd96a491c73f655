import { isDeepStrictEqual } from 'node:util';
import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { type Dto, schemaOf } from '../dto/field.ts';
import type { Shape } from './describe.ts';

export type JsonSchema = Record<string, unknown>;

/** The named schemas of a document. DTOs are named after their class, zod schemas by `.meta({ id: 'Post' })`. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** The JSON Schema of what is sent: a reference for a named schema. `place` is for messages. */
  add(shape: Shape, place: string): JsonSchema {
    const schema = this.#hoist(convert(shape, 'input', place), place);
    if (!isDto(shape)) return schema;
    this.#define(shape.name, schema, place);
    return reference(shape.name);
  }

  /** The properties of an object, and whether each is required. */
  properties(shape: Shape, place: string): { name: string; required: boolean; schema: JsonSchema }[] {
    // What a query parameter is converted to says more than the string that is sent.
    const { properties } = this.#hoist(inlined(convert(shape, 'output', place)), place);
    if (properties === undefined) throw new Error(`${place}: the query isn't described by an object.`);
    const { required = [] } = inlined(convert(shape, 'input', place)) as { required?: string[] };
    return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
      ...{ name, required: required.includes(name), schema },
    }));
  }

  /** Sorted, so that the order of the routes doesn't matter. */
  sorted(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #hoist({ $schema: _, $defs = {}, ...schema }: JsonSchema, place: string): JsonSchema {
    for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
      this.#define(name, rewritten(definition, place) as JsonSchema, place);
    }
    return rewritten(schema, place) as JsonSchema;
  }

  #define(name: string, schema: JsonSchema, place: string): void {
    if (!/^[a-zA-Z0-9._-]+$/.test(name)) {
      throw new Error(`${place}: "${name}" can't be the name of a schema. Use letters, digits, ".", "_" and "-".`);
    }
    const known = this.#schemas.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`${place}: another schema with different properties is also called ${name}. Rename one of them.`);
    }
    this.#schemas.set(name, schema);
  }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function isDto(shape: Shape): shape is Dto<unknown> {
  return !('~standard' in shape);
}

function convert(shape: Shape, direction: 'input' | 'output', place: string): JsonSchema {
  const standard = (isDto(shape) ? schemaOf(shape) : shape)['~standard'];
  const { jsonSchema, vendor } = standard as Partial<StandardJSONSchemaV1.Props> & typeof standard;
  if (jsonSchema === undefined) {
    throw new Error(
      `${place}: this version of ${vendor} can't convert its schemas to JSON Schema. Use a DTO, or zod 4.2.`,
    );
  }
  try {
    return jsonSchema[direction]({ target: 'draft-2020-12' });
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`);
  }
}

/** A named schema without its name: its parts are listed as parameters, so nothing refers to the whole. */
function inlined({ $ref, ...schema }: JsonSchema): JsonSchema {
  if (typeof $ref !== 'string') return schema;
  const name = $ref.replace('#/$defs/', '');
  const { [name]: whole, ...$defs } = schema.$defs as Record<string, JsonSchema>;
  return { ...whole, $defs };
}

/** A copy whose references lead to the components of the document. */
function rewritten(value: unknown, place: string): unknown {
  if (Array.isArray(value)) return value.map((element) => rewritten(element, place));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, place)]));
  // "format": "email" is the contract. The regular expression is how one library checks it.
  if (typeof copy.format === 'string') delete copy.pattern;
  if (typeof copy.$ref !== 'string') return copy;
  const name = /^#\/\$defs\/(?!__)(.+)$/.exec(copy.$ref)?.[1];
  if (name === undefined) {
    throw new Error(`${place}: a schema that contains itself needs a name. With zod: schema.meta({ id: 'Category' }).`);
  }
  return { ...copy, ...reference(name) };
}
