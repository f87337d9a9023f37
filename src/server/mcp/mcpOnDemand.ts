// In a bundle of its own: what is needed where an agent keeps its plan over MCP.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './mcpServer';

export { Conversation } from './conversation';

/** Serves the agent that has our standard input and output until it goes, or is to be no more. */
export async function serveMcp(
  options: McpServerOptions & { readonly stopped: Promise<void> },
): Promise<void> {
  const server = createMcpServer(options);
  const closed = new Promise<void>((resolve) => {
    const dispose = server.onclose;
    server.onclose = () => {
      dispose?.();
      resolve();
    };
  });
  server.onerror = (error) => {
    options.log.warn(`A message could not be read: ${error.message}`);
  };
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, options.stopped]);
  await server.close();
}
