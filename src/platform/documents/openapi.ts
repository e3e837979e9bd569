import { problem } from '../contract/problem.ts';
import type { CallGroup } from './call-groups.ts';
import type { JsonObject } from './json.ts';
import { describeOperation, idempotencyKey, person } from './operation.ts';
import { createShapes, type Shapes } from './shapes.ts';

/** What the document says about itself. */
export interface ApiInformation {
  readonly version: string;
  /** The name of the session cookie, as the server sets it on an https address. */
  readonly cookieName: string;
}

/** The document, as far as a reader has to know its structure. */
export interface ApiDocument extends JsonObject {
  readonly openapi: string;
  readonly paths: JsonObject;
}

/**
 * The calls as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). Beyond the standard it has
 * `x-permission`: the permission that a call asks for, as `campus/access.yaml` grants it.
 */
export function describeApi(groups: readonly CallGroup[], about: ApiInformation): ApiDocument {
  const shapes = createShapes();
  shapes.add('Problem', problem, 'reply');
  const paths = describePaths(groups, shapes);
  return {
    openapi: '3.1.1',
    info: { title: 'Quad', version: about.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: groups.map((group) => ({ name: group.title })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: about.cookieName,
          description:
            'The cookie that sign-in sets. On plain http, which only a loopback address may be, its name has no `__Host-`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A service token, which IT creates on the Service Tokens page. Only the calls that name it take one, with the permission beside it. Cookies that come along do not count.',
        },
      },
      parameters: { 'Idempotency-Key': idempotencyKey, 'Quad-Person': person },
      schemas: shapes.all(),
    },
  };
}

function describePaths(groups: readonly CallGroup[], shapes: Shapes): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { title, calls } of groups) {
    for (const call of calls) {
      const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][call.method.toLowerCase()] = describeOperation(call, title, shapes);
    }
  }
  return paths;
}
