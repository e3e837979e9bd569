import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { examinePoster } from './examine.ts';
import { handleCancelPoster, handleMovePoster, handleReplyAboutPoster } from './operations.ts';
import type { Posters } from './posters.ts';
import {
  handleDownloadPoster,
  handleListMyPosters,
  handleListPosterQueue,
  handleReadPoster,
  handleReadPosterCounts,
  handleReadPosterForm,
} from './readings.ts';
import { handleSubmitPoster } from './submit.ts';

export function postersRoutes(posters: Posters): Route[] {
  return [
    route(calls.submitPoster, (context, input) => handleSubmitPoster(posters, context, input), {
      examine: { attachment: examinePoster },
    }),
    route(calls.readPosterForm, () => handleReadPosterForm(posters)),
    route(calls.listMyPosters, handleListMyPosters),
    route(calls.readPoster, handleReadPoster),
    route(calls.replyAboutPoster, handleReplyAboutPoster),
    route(calls.cancelPoster, handleCancelPoster),
    route(calls.downloadPoster, (context, input) => handleDownloadPoster(posters, context, input)),
    route(calls.listPosterQueue, (context, input) => handleListPosterQueue(posters, context, input)),
    route(calls.readPosterCounts, handleReadPosterCounts),
    route(calls.movePoster, handleMovePoster),
  ];
}
