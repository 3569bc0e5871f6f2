import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes to a port of this machine as they are and returns all that comes back until the other side is done. */
export async function exchange(port: number, ...chunks: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined); // the other side may reset what it refuses; what it said counts
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}
