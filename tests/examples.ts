import { TestClient } from '../src/platform/server/testing/test-client.ts';
import type { TestServer } from '../src/platform/server/testing/test-server.ts';
import type { ExampleMaker, ToolExamples } from '../src/platform/server/tool/examples.ts';
import { serverTools } from '../src/tools/server.ts';

/** The examples that the tools provide. */
export const toolExamples: readonly ToolExamples[] = await Promise.all(
  serverTools.map(async ({ examples }) => (examples === undefined ? {} : (await examples()).examples)),
);

/** One part of all examples. */
export function examplesOf<
  Part extends
    | 'variables'
    | 'bodies'
    | 'files'
    | 'lists'
    | 'exports'
    | 'subjects'
    | 'namesOthers'
    | 'found'
    | 'belongings',
>(part: Part): NonNullable<ToolExamples[Part]> {
  return Object.assign({}, ...toolExamples.map((examples) => examples[part])) as never;
}

/** Makes examples on a server; everyone signs in once. */
export function exampleMaker({ quad }: TestServer): ExampleMaker {
  const clients = new Map<string, Promise<TestClient>>();
  return {
    platform: quad.platform,
    async send(person, call, request) {
      const client = clients.get(person) ?? TestClient.signIn(quad.app, person);
      clients.set(person, client);
      const { status, text, body } = await (await client).send(call, request as never);
      if (status >= 300) throw new Error(`The example of ${call.name} was refused: ${status} ${text}`);
      return body;
    },
  };
}
