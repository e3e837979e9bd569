import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleAddDevice, handleListDevices } from './devices.ts';
import { handleAddGuest, handleEndGuest, handleListGuests, handleShowGuestKey } from './guests.ts';
import { handleAllowKey, handleListKeys, handleReplaceFor, handleRevokeKey } from './manage.ts';
import { handleCreateKey, handleDeleteKey, handleReadKey } from './operations.ts';
import type { WifiKeys } from './wifi-keys.ts';

export function wifiKeyRoutes(keys: WifiKeys): Route[] {
  const { network, devices, deviceKeys, rules, systems } = keys.campus;
  return [
    route(calls.readWifiKey, (context) => handleReadKey(keys, context)),
    route(calls.createWifiKey, (context, input) => handleCreateKey(keys, context, input)),
    route(calls.deleteWifiKey, (context, input) => handleDeleteKey(keys, context, input)),
    route(calls.readWifiGuide, async () => ({ data: { network, devices, deviceKeys, rules, systems } })),
    route(calls.listDeviceKeys, (context) => handleListDevices(keys, context)),
    route(calls.addDeviceKey, (context, input) => handleAddDevice(keys, context, input)),
    route(calls.listGuests, handleListGuests),
    route(calls.addGuest, (context, input) => handleAddGuest(keys, context, input)),
    route(calls.endGuest, (context, input) => handleEndGuest(keys, context, input)),
    route(calls.showGuestKey, (context, input) => handleShowGuestKey(keys, context, input)),
    route(calls.listWifiKeys, handleListKeys),
    route(calls.replaceWifiKey, (context, { params }) => handleReplaceFor(keys, context, params.id)),
    route(calls.revokeWifiKey, (context, { params }) => handleRevokeKey(keys, context, params.id)),
    route(calls.allowWifiKey, handleAllowKey),
  ];
}
