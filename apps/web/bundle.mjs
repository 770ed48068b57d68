// TypeScript of the page as scripts, for the tools here.

import * as esbuild from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));

export async function bundle(entry, options) {
  const result = await esbuild.build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'none',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    logLevel: 'warning',
    ...options,
  });
  return result.outputFiles;
}

/** The page's own code around a module, to be called in node. */
export async function moduleCaller() {
  const [script] = await bundle('engine/wasm.ts', { format: 'esm' });
  const { Instance } = await import(`data:text/javascript;base64,${Buffer.from(script.contents).toString('base64')}`);
  return Instance;
}
