import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeToken } from '#app/auth/tokens/tokens.server.ts';
import type { Scope } from '#app/auth/tokens/scopes.ts';
import { users } from '#db/schema.ts';
import type { TestServer } from './test-server.ts';

/** What a tool answered: the sentence, and the data. */
export type ToolAnswer = { isError: boolean; say: string; data: Record<string, unknown> };

/** An assistant that is connected with a token. */
export type Assistant = {
  client: Client;
  token: { id: number; token: string };
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** The names of the tools that it is offered. */
  tools: () => Promise<string[]>;
};

/** A token of the first user, who must have signed in before. */
export function tokenWith(
  { services }: Pick<TestServer, 'services'>,
  scopes: Scope[],
  more: { days?: number; writesBackDays?: number } = {},
): { id: number; token: string } {
  const user = services.db.select().from(users).get();
  if (!user) throw new Error('Nobody has signed in yet');
  const { days = null, writesBackDays = null } = more;
  return makeToken(services, user.id, {
    name: `Assistant (${scopes.join(' ')})`,
    scopes,
    days,
    writesBackDays,
  });
}

/** Connects the protocol's own client, of the newest version or of 2025. */
export async function connectAssistant(
  server: TestServer,
  scopes: Scope[],
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Assistant> {
  const token = tokenWith(server, scopes);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${token.token}` };
  const address = new URL(`${server.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return {
    client,
    token,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [first] = result.content;
      return {
        isError: result.isError === true,
        say: first?.type === 'text' ? first.text : '',
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}
