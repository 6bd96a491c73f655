import type { Session } from './session.ts';

/**
 * Runs the code in the program as soon as it listens, with `service`, its instance of this class, `find(name)` for others,
 * and `tell(value)`. Returns what was
 * told. For what no request can show, such as another caller of a service.
 */
export async function insideProgram(
  app: Session,
  className: string,
  code: string,
  env: Readonly<Record<string, string>> = {},
  // biome-ignore lint/suspicious/noExplicitAny: whatever the learner's methods return.
): Promise<any[]> {
  const observer = `
    import { subscribe } from 'node:diagnostics_channel';
    const tell = (value) => console.log('told ' + JSON.stringify(value));
    subscribe('trellis:listening', async ({ built }) => {
      const find = (name) => built.map(({ instance }) => instance).find(({ constructor }) => constructor.name === name);
      const service = find('${className}');
      try {
        ${code}
      } finally {
        console.log('told everything');
      }
    });
  `;
  const program = app.fresh({ ...env, TRELLIS_OBSERVER: observer });
  const lines = async () => (await program.output()).split('\n').filter((line) => line.startsWith('told '));
  // Each request gives it time.
  for (let tries = 0; tries < 200 && !(await lines()).includes('told everything'); tries++) await program.get('/');
  return (await lines()).slice(0, -1).map((line) => JSON.parse(line.slice('told '.length)));
}
