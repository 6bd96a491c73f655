import { createApp } from 'trellis';
import { AppModule as TutorialModule } from '../../solutions/11-the-blog/src/app.module.ts';
import * as tutorialAuth from '../../solutions/11-the-blog/src/auth/auth.dto.ts';
import * as tutorialPosts from '../../solutions/11-the-blog/src/posts/post.dto.ts';
import { AppModule as FullModule } from '../../solutions/14-keys-and-refresh/src/app.module.ts';
import * as fullAuth from '../../solutions/14-keys-and-refresh/src/auth/auth.dto.ts';
import * as fullPosts from '../../solutions/14-keys-and-refresh/src/posts/post.dto.ts';
import { type BlogContract, full, tutorial } from './blog-contract.ts';
import { failuresOf, type Operation, openApi, operationsOf } from './openapi.ts';

/** The two versions of the blog that the documents describe. */
export const blogs = [
  {
    name: 'tutorial',
    root: TutorialModule,
    contract: tutorial,
    dtos: { ...tutorialAuth, ...tutorialPosts },
    file: 'docs/reference/openapi-tutorial.json',
  },
  {
    name: 'full',
    root: FullModule,
    contract: full,
    dtos: { ...fullAuth, ...fullPosts },
    file: 'docs/reference/openapi.json',
  },
];

/** The page whose tables are generated, between their markers. */
export const page = 'docs/reference/http-api.md';

/** The OpenAPI documents, by file name. */
export function documents(): Map<string, string> {
  return new Map(
    blogs.map(({ root, contract, dtos, file }) => {
      return [file, formatted(openApi(createApp(root), contract, dtos))];
    }),
  );
}

/** JSON as Biome formats it: arrays of strings on one line. */
function formatted(document: object): string {
  const text = JSON.stringify(document, null, 2);
  const inline = text.replace(/\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g, (_, words: string) => {
    return `[${words.replace(/,\n\s+/g, ', ')}]`;
  });
  return `${inline}\n`;
}

/** The content of the page with its tables generated again. */
export function withTables(text: string): string {
  return blogs.reduce((before, { name, root, contract }) => {
    const marks = new RegExp(`(\\[begin-${name}\\]: #\\n\\n).*?(\\n\\n\\[end-${name}\\]: #)`, 's');
    if (!marks.test(before)) throw new Error(`${page} has no markers for the table "${name}".`);
    const table = tableOf(operationsOf(createApp(root), contract), contract);
    return before.replace(marks, (_, begin: string, end: string) => begin + table + end);
  }, text);
}

const credentials: Record<string, string> = { BearerAuth: 'bearer', SessionAuth: 'session', ApiKeyAuth: 'API key' };

function tableOf(operations: Operation[], contract: BlogContract): string {
  const rows = operations.map((operation) => {
    const { method, path, authentication, body, success } = operation;
    const [status, schema] = success;
    const failures = [...failuresOf({ ...operation, authentication: undefined }, contract)].flatMap(([code, texts]) =>
      texts.map((text) => (text.startsWith('the ') ? `${code} ${text}` : `${code} \`${text}\``)),
    );
    return [
      `\`${method} ${path}\``,
      authentication === undefined ? '' : credentials[authentication]!,
      body === undefined ? '' : `\`${body}\``,
      schema === undefined ? `${status}` : `${status} \`${schema}\``,
      failures.join('; '),
    ];
  });
  const head = ['route', 'credentials', 'body', 'success', 'failures'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
