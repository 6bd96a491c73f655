// Loads the program's machine, and talks to it. Everything comes from the folder of this script.

/** Unpacks a file that the build has compressed, and reports how much of it has arrived. */
async function load(address, onBytes) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: the server responded with ${response.status}.`);
  const counted = new TransformStream({
    transform: (chunk, controller) => {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const unpacked = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}

export class Machine {
  #port;
  #waiting = new Map();
  #sent = 0;
  #onEvent;
  /** Resolves when everything is here. To start, an unchanged chapter 01 doesn't need all of it. */
  complete = Promise.resolve();
  isComplete = false;

  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  /** Resolves when programs can be compiled and started. If it isn't complete then, the rest follows: see `complete`. */
  async open(folder, frame, { isComplete, files }, onProgress) {
    let received = 0;
    const part = (name) =>
      load(`${folder}${name}`, (bytes) => {
        received += bytes;
        onProgress(received);
      });
    const lateParts = async () => {
      const [packages, sqlite] = await Promise.all([part('packages.bin'), part('sqlite.bin')]);
      return { packages, sqlite };
    };
    const [script, parser, compilerScript, compiler, late] = await Promise.all([
      part('worker.bin'),
      part('parser.bin'),
      part('compiler-script.bin'),
      part('compiler.bin'),
      isComplete ? lateParts() : undefined,
      this.#fill(frame, `${folder}machine.html`),
    ]);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    let isLoaded;
    const loaded = new Promise((resolve) => {
      isLoaded = resolve;
    });
    const ready = new Promise((resolve, reject) => {
      port1.addEventListener('message', ({ data }) => {
        if (data.type === 'ready') resolve();
        else if (data.type === 'complete') isLoaded();
        else if (data.type === 'broken') reject(new Error(data.message));
        if (data.type === 'responded') this.#waiting.get(data.id)?.(data);
        else this.#onEvent(data);
      });
    });
    port1.start();
    // To any origin: the frame has none of its own.
    const parts = { script, parser, compilerScript, compiler };
    const buffers = [...Object.values(parts), ...Object.values(late ?? {})];
    frame.contentWindow.postMessage({ ...parts, late, files }, '*', [port2, ...buffers]);
    await ready;
    this.isComplete = isComplete;
    if (!isComplete)
      this.complete = lateParts().then((parts) => {
        port1.postMessage({ type: 'late', late: parts }, Object.values(parts));
        return loaded.then(() => {
          this.isComplete = true;
        });
      });
    // Those who wait for it get the error.
    this.complete.catch(() => undefined);
  }

  /** From a string: see `machine-page.ts`. */
  async #fill(frame, address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} could not be loaded: the server responded with ${response.status}.`);
    const filled = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.srcdoc = await response.text();
    await filled;
  }

  tell(event) {
    this.#port?.postMessage(event);
  }

  /** Resolves to what a terminal would print, also if that is an error. The text may show what that is. */
  send(command, shown) {
    return this.#request({ type: 'send', command, shown }).catch((error) => error.message);
  }

  /** Resolves to markup; an attack to text. */
  ask(question) {
    return this.#request({ type: 'ask', question });
  }

  async #request(packet) {
    await this.complete;
    const id = this.#sent++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ text, problem }) => {
        this.#waiting.delete(id);
        if (problem === undefined) resolve(text);
        else reject(new Error(problem));
      });
      this.tell({ ...packet, id });
    });
  }
}
