import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const script = readFileSync(join(import.meta.dirname, 'page', 'machine.js'), 'utf8').trimEnd();

/** The source in a policy that allows the script of the frame, and no other one within a page. */
export const machineHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** What the frame of the workers may do: run what the page has handed over, and nothing with the network. */
const policy = `default-src 'none'; script-src ${machineHash} blob: 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'`;

/** The frame. A page puts it in place as a string: no service worker answers for a sandboxed frame without a network. */
export const machinePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<title>The program</title>
<script>${script}</script>
</html>
`;
