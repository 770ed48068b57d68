// A web server for tests and for work on the page: the files of a folder below a prefix, and questions
// answered by the native program.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm', '.json': 'application/json',
};

export function ask(program, question) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['ask', '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, json: out }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(question);
  });
}

/** `folder()` may change from request to request: an update. */
export async function serve({ folder, prefix = '/', program, api = Boolean(program), port = 0, delay = () => 0 }) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(path);
    const answer = (status, type, body) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      response.end(body);
    };
    if (!path.startsWith(prefix)) return answer(404, 'text/plain', 'not here');
    const name = path.slice(prefix.length);
    if (api && name === 'api/health') return answer(200, 'application/json', '{"version":"test"}');
    if (api && name === 'api/ask' && request.method === 'POST') {
      let question = '';
      for await (const part of request) question += part;
      const told = await ask(program, question);
      return answer(told.status === 0 ? 200 : told.status === 2 ? 400 : 500, 'application/json', told.json);
    }
    await new Promise((resolve) => setTimeout(resolve, delay(name)));
    const file = normalize(name === '' || name.endsWith('/') ? `${name}index.html` : name);
    if (file.startsWith('..')) return answer(404, 'text/plain', 'not here');
    try {
      answer(200, types[extname(file)] ?? 'application/octet-stream', await readFile(join(folder(), file)));
    } catch {
      answer(404, 'text/plain', 'not here');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    requests,
    origin: `http://127.0.0.1:${server.address().port}`,
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () => new Promise((resolve) => {
      server.closeAllConnections?.();
      server.close(resolve);
    }),
  };
}

/** The same from the program itself: `broadside serve`. */
export async function serveByProgram({ folder, program }) {
  const child = spawn(program, ['serve', '--port', '0', '--page', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const requests = [];
  createInterface({ input: child.stdout }).on('line', (line) => requests.push(/"[A-Z]+ (\S+)"/.exec(line)?.[1] ?? line));
  let said = '';
  const origin = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`broadside serve ended: ${said}`)));
    child.stderr.setEncoding('utf8').on('data', (part) => {
      said += part;
      const found = /serving (http:\/\/127\.0\.0\.1:\d+)\//.exec(said);
      if (found) resolve(found[1]);
    });
  });
  return {
    requests, origin, url: `${origin}/`,
    close: () => new Promise((resolve) => {
      child.removeAllListeners('exit').on('exit', resolve);
      child.kill('SIGTERM');
    }),
  };
}

// node test/server.mjs FOLDER PROGRAM [PORT]: for work on the page.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, program, port] = process.argv.slice(2);
  const { url } = await serve({ folder: () => folder, program, port: Number(port ?? 8321) });
  console.log(url);
}
