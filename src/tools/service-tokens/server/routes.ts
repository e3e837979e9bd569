import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { type Choices, handleCreateToken, handleRevokeToken } from './operations.ts';
import { handleListTokens, handleReadTokenChoices } from './readings.ts';

export function serviceTokenRoutes(choices: Choices): Route[] {
  return [
    route(calls.listTokens, handleListTokens),
    route(calls.readTokenChoices, async () => handleReadTokenChoices(choices)),
    route(calls.createToken, (context, { body }) => handleCreateToken(choices, context, body)),
    route(calls.revokeToken, (context, { params }) => handleRevokeToken(context, params.id)),
  ];
}
