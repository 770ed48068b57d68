// The page's worker on a thread of node.
// @ts-expect-error: the page has no types of node
import { parentPort } from 'node:worker_threads';

import { serve } from '../../apps/web/src/engine/serve.js';

const take = serve({ post: (reply, transfer) => parentPort.postMessage(reply, transfer) });
parentPort.on('message', take);
