import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleAllowKey, handleListKeys, handleReplaceFor, handleRevokeKey } from './manage.ts';
import { handleCreateKey, handleDeleteKey, handleReadKey } from './operations.ts';
import type { WifiKeys } from './wifi-keys.ts';

export function wifiKeyRoutes(keys: WifiKeys): Route[] {
  const { network, devices, rules, systems } = keys.campus;
  return [
    route(calls.readWifiKey, (context) => handleReadKey(keys, context)),
    route(calls.createWifiKey, (context) => handleCreateKey(keys, context)),
    route(calls.deleteWifiKey, (context, input) => handleDeleteKey(keys, context, input)),
    route(calls.readWifiGuide, async () => ({ data: { network, devices, rules, systems } })),
    route(calls.listWifiKeys, handleListKeys),
    route(calls.replaceWifiKey, (context, { params }) => handleReplaceFor(keys, context, params.id)),
    route(calls.revokeWifiKey, (context, { params }) => handleRevokeKey(keys, context, params.id)),
    route(calls.allowWifiKey, handleAllowKey),
  ];
}
