import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleGiveAllClear, handlePublishEmergency } from './emergency.ts';
import { handleDismissNotice, handleListMyNotices, handleReadMyNotices } from './mine.ts';
import type { NoticesServices } from './notices.ts';
import {
  handleChangeNotice,
  handleEndNotice,
  handlePublishNotice,
  handleWithdrawNotice,
} from './operations.ts';
import { handleListPublishedNotices, handlePreviewNotice, handleReadNoticeHistory } from './readings.ts';

export function noticesRoutes(services: NoticesServices, unaudited: Unaudited): Route[] {
  return [
    route(calls.listPublishedNotices, handleListPublishedNotices),
    route(calls.readNoticeGroups, async () => ({ data: [...services.knownGroups] })),
    route(calls.previewNotice, (context, input) => handlePreviewNotice(services, context, input)),
    route(calls.publishNotice, (context, input) => handlePublishNotice(services, context, input)),
    route(calls.changeNotice, (context, input) => handleChangeNotice(services, context, input)),
    route(calls.endNotice, handleEndNotice),
    route(calls.withdrawNotice, handleWithdrawNotice),
    route(calls.publishEmergency, (context, input) => handlePublishEmergency(services, context, input)),
    route(calls.giveAllClear, (context, input) => handleGiveAllClear(services, context, input)),
    route(calls.readNoticeHistory, handleReadNoticeHistory),
    route(calls.listMyNotices, handleListMyNotices),
    route(calls.readMyNotices, (context, input) => handleReadMyNotices(unaudited, context, input)),
    route(calls.dismissNotice, (context, input) => handleDismissNotice(unaudited, context, input)),
  ];
}
