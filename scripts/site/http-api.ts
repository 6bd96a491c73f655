import './blog-descriptions.ts';
import { createApp, type FlatRoute, type Module } from 'trellis';
import { type OpenApiDocument, type Operation, openApi } from 'trellis/openapi';
import { descriptionOf } from '../../framework/openapi/describe.ts';
import { AppModule as TutorialModule } from '../../solutions/11-the-blog/src/app.module.ts';
import { AppModule as FullModule } from '../../solutions/14-keys-and-refresh/src/app.module.ts';

/** One version of the blog that the documents describe. */
interface Blog {
  readonly name: string;
  readonly root: Module;
  readonly title: string;
  readonly description: string;
  readonly file: string;
}

export const blogs: readonly Blog[] = [
  {
    name: 'tutorial',
    root: TutorialModule,
    title: 'Blog API (tutorial)',
    description: 'The blog at the end of chapter 11.',
    file: 'docs/reference/openapi-tutorial.json',
  },
  {
    name: 'full',
    root: FullModule,
    title: 'Blog API (full reference)',
    description: 'The blog at the end of chapter 14.',
    file: 'docs/reference/openapi.json',
  },
];

/** The page whose tables are generated, between their markers. */
export const page = 'docs/reference/http-api.md';

export function documentOf({ root, title, description }: Blog): OpenApiDocument {
  const servers = [{ url: 'http://localhost:3000' }];
  return openApi(createApp(root).routes(), { title, version: '1.0.0', description, servers });
}

/** The content of the OpenAPI files, by name. */
export function documents(): Map<string, string> {
  return new Map(blogs.map((blog) => [blog.file, formatted(documentOf(blog))]));
}

/** JSON as Biome formats it: arrays of strings, and of strings and null, on one line. */
function formatted(document: object): string {
  const text = JSON.stringify(document, null, 2);
  const inline = text.replace(/\[\n\s+("[^"\n]*"(?:,\n\s+(?:"[^"\n]*"|null))*)\n\s+\]/g, (_, words: string) => {
    return `[${words.replace(/,\n\s+/g, ', ')}]`;
  });
  return `${inline}\n`;
}

/** The content of the page with its tables generated again. */
export function withTables(text: string): string {
  return blogs.reduce((before, blog) => {
    const marks = new RegExp(`(\\[begin-${blog.name}\\]: #\\n\\n).*?(\\n\\n\\[end-${blog.name}\\]: #)`, 's');
    if (!marks.test(before)) throw new Error(`${page} has no markers for the table "${blog.name}".`);
    return before.replace(marks, (_, begin: string, end: string) => begin + tableOf(blog) + end);
  }, text);
}

const credentials: Record<string, string> = { BearerAuth: 'bearer', SessionAuth: 'session', ApiKeyAuth: 'API key' };

function tableOf(blog: Blog): string {
  const { paths } = documentOf(blog);
  const rows = createApp(blog.root)
    .routes()
    .map((route) => {
      const { method, path } = route;
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]![method!.toLowerCase()]!;
      const body = schemaName(operation.requestBody?.content);
      return [
        `\`${method} ${path}\``,
        (operation.security ?? [])
          .flatMap(Object.keys)
          .map((scheme) => credentials[scheme]!)
          .join(', '),
        body && `\`${body}\``,
        [successOf(operation), ...failuresOf(route)].join('; '),
      ];
    });
  const head = ['route', 'credentials', 'body', 'responses'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function successOf({ responses = {} }: Operation): string {
  const [status, { content }] = Object.entries(responses).find(([code]) => code < '400')!;
  const name = schemaName(content);
  return name === '' ? status : `${status} \`${name}\``;
}

/** The messages of the handler itself. Those of the authentication have a table of their own. */
function failuresOf({ handler }: FlatRoute): string[] {
  return Object.entries(descriptionOf(handler).responses ?? {})
    .filter(([status]) => status >= '400')
    .flatMap(([status, texts]) => [texts as string | string[]].flat().map((text) => [status, text] as const))
    .map(([status, text]) => (text.startsWith('the ') ? `${status} ${text}` : `${status} \`${text}\``));
}

/** `Post`, or `Post[]` for an array. */
function schemaName(content: NonNullable<Operation['requestBody']>['content'] | undefined): string {
  const schema = content?.['application/json']?.schema as { $ref?: string; items?: { $ref: string } } | undefined;
  const reference = schema?.$ref ?? schema?.items?.$ref ?? '';
  return reference.slice(reference.lastIndexOf('/') + 1) + (schema?.items ? '[]' : '');
}
