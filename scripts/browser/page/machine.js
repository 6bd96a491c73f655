// The sandboxed frame in which a program runs. It has an origin of its own, without storage, and its policy allows no request.

const scriptOf = (bytes) => bytes && URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
const moduleOf = (bytes) => bytes && WebAssembly.compile(bytes);

/** Scripts get an address, and WebAssembly is compiled once for all workers. */
async function ready({ script, compilerScript, compiler, late, files }) {
  const setup = { script: scriptOf(script), compilerScript: scriptOf(compilerScript), files };
  const [module, lateParts] = await Promise.all([moduleOf(compiler), late && readyLate(late)]);
  return { ...setup, compiler: module, late: lateParts };
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
      const worker = new Worker(setup.script, { name: 'workshop' });
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
