// The sandboxed frame in which a program runs. It has an origin of its own, without storage, and its policy allows no request.

const scriptOf = (bytes) => bytes && URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
const moduleOf = (bytes) => bytes && WebAssembly.compile(bytes);

/** Scripts get an address, and WebAssembly is compiled once for all workers. */
async function ready({ script, parser, compilerScript, compiler, late, files }) {
  const [parserModule, compilerModule, lateParts] = await Promise.all([
    moduleOf(parser),
    moduleOf(compiler),
    late && readyLate(late),
  ]);
  const parts = { script: scriptOf(script), parser: parserModule };
  return { parts, compiler: compilerModule, compilerScript: scriptOf(compilerScript), late: lateParts, files };
}

async function readyLate({ packages, sqlite }) {
  return { packages: scriptOf(packages), sqlite: await moduleOf(sqlite) };
}

addEventListener(
  'message',
  async ({ data, ports: [page], source }) => {
    if (source !== parent) return;
    const broken = ({ message }) => page.postMessage({ type: 'broken', message });
    try {
      const setup = await ready(data);
      const worker = new Worker(setup.parts.script, { name: 'workshop' });
      worker.addEventListener('message', (event) => page.postMessage(event.data));
      worker.addEventListener('error', broken);
      page.addEventListener('message', async (event) => {
        const { late } = event.data;
        worker.postMessage(late ? { ...event.data, late: await readyLate(late) } : event.data);
      });
      worker.postMessage({ type: 'setup', ...setup });
      page.start();
    } catch (error) {
      broken(error);
    }
  },
  { once: true },
);
