// The sandboxed frame in which a program runs. It has an origin of its own, without storage, and its policy allows no request.
addEventListener(
  'message',
  async ({ data: { script, compiler, sqlite, ...setup }, ports: [page], source }) => {
    if (source !== parent) return;
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(address, { name: 'workshop' });
    worker.addEventListener('message', ({ data }) => page.postMessage(data));
    worker.addEventListener('error', ({ message }) => page.postMessage({ type: 'broken', message }));
    page.addEventListener('message', ({ data }) => worker.postMessage(data));
    try {
      const compile = (bytes) => bytes && WebAssembly.compile(bytes);
      const modules = await Promise.all([compile(compiler), compile(sqlite)]);
      worker.postMessage({ type: 'setup', script: address, compiler: modules[0], sqlite: modules[1], ...setup });
    } catch (error) {
      page.postMessage({ type: 'broken', message: error.message });
    }
    page.start();
  },
  { once: true },
);
