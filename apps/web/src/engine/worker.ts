// The program of a Web Worker.

import { serve, type Call, type Reply } from './serve.js';

interface Scope {
  onmessage: ((event: { data: Call }) => void) | null;
  postMessage(message: Reply, transfer: ArrayBuffer[]): void;
}
const scope = globalThis as unknown as Scope;
const take = serve({ post: (reply, transfer) => scope.postMessage(reply, transfer) });
scope.onmessage = (event) => void take(event.data);
