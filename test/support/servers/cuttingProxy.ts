import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a client and a server on this machine, and cuts all connections after so many more bytes. */
export class CuttingProxy {
  readonly #sockets = new Set<Socket>();
  readonly #muted = new WeakSet<Socket>();
  #server: Server | undefined;
  #left = Infinity;
  #isShut = false;
  /** Both ways, since the last `cutAfter`. */
  passed = 0;

  private constructor(private readonly target: number) {}

  static async before(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    const server = createServer((client) => {
      proxy.#join(client);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy.#server = server;
    return proxy;
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo).port;
  }

  /** Infinity: never. New connections pass again after the cut. */
  cutAfter(bytes: number): void {
    this.#left = bytes;
    this.passed = 0;
  }

  /** What comes over the connections of now is lost, and nobody is told; new ones pass. */
  mute(): void {
    for (const socket of this.#sockets) this.#muted.add(socket);
  }

  /** Cuts all connections and takes no new one until it is opened again. */
  shut(): void {
    this.#isShut = true;
    this.#cut();
  }

  open(): void {
    this.#isShut = false;
  }

  async close(): Promise<void> {
    this.#cut();
    this.#server?.close();
    await Promise.resolve();
  }

  #join(client: Socket): void {
    if (this.#isShut) {
      client.destroy();
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        if (!this.#muted.has(from)) this.#pass(bytes, to);
      });
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      // A cut is told as an error to both sides; `close` follows.
      from.on('error', () => undefined);
    }
  }

  #pass(bytes: Buffer, to: Socket): void {
    const part = bytes.subarray(0, this.#left);
    this.passed += part.length;
    this.#left -= part.length;
    if (this.#left > 0) {
      to.write(part);
      return;
    }
    this.#left = Infinity;
    // What was let through arrives; nothing after it does.
    to.write(part, () => {
      this.#cut();
    });
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
