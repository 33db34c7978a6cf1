import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  getChannelFolders,
  patchChannelFolder,
  patchChannelFolders,
  postChannelFolder,
} from './channels/endpoints/channel-folders.ts'
import {
  getStream,
  getStreamEmailAddress,
  getStreamId,
  getStreamMembers,
  getStreams,
} from './channels/endpoints/channel-lists.ts'
import {
  deleteDefaultStream,
  deleteStream,
  patchStream,
  postChannel,
  postDefaultStream,
} from './channels/endpoints/channels.ts'
import { FILE_ROUTES } from './routes-files.ts'
import { PEOPLE_ENDPOINTS } from './routes-people.ts'
import type { Endpoint } from './api/endpoint.ts'
import { deleteEvents, getEvents } from './register/endpoints/events.ts'
import {
  deleteOneMessage,
  deleteReaction,
  getHistory,
  getReadReceipts,
  patchMessage,
  postReaction,
  postRender,
  postSubmessage,
} from './messages/endpoints/message-actions.ts'
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  postFlags,
  postFlagsNarrow,
} from './messages/endpoints/message-flags.ts'
import {
  getMessage,
  getMessages,
  matchesNarrow,
  postMessage,
} from './messages/endpoints/messages.ts'
import { postRegister } from './register/endpoints/register.ts'
import type { Serving } from './api/serve.ts'
import {
  getUserChannels,
  getUserSubscription,
  patchMutedTopics,
  patchSubscription,
  postSubscriptionProperties,
} from './channels/endpoints/subscription-settings.ts'
import {
  deleteSubscriptions,
  getSubscriptions,
  patchSubscriptions,
  postSubscriptions,
} from './channels/endpoints/subscriptions.ts'
import { getTopics, postDeleteTopic } from './messages/endpoints/topics.ts'
import { postUserTopic } from './messages/endpoints/user-topics.ts'
import { serveHealth } from './realm/endpoints/health.ts'

/** THE list of the API's operations, below `/api/v1`. @source docs/contract/chat.md, Endpoints */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PEOPLE_ENDPOINTS,
  postRegister,
  getEvents,
  deleteEvents,
  getMessages,
  postMessage,
  matchesNarrow,
  postRender,
  postFlags,
  postFlagsNarrow,
  getMessage,
  patchMessage,
  deleteOneMessage,
  postReaction,
  deleteReaction,
  getHistory,
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  postSubmessage,
  postUserTopic,
  postChannel,
  patchStream,
  deleteStream,
  postDefaultStream,
  deleteDefaultStream,
  getStreams,
  getStream,
  getStreamId,
  getStreamMembers,
  getStreamEmailAddress,
  getTopics,
  postDeleteTopic,
  postChannelFolder,
  getChannelFolders,
  patchChannelFolder,
  patchChannelFolders,
  getSubscriptions,
  postSubscriptions,
  deleteSubscriptions,
  patchSubscriptions,
  postSubscriptionProperties,
  patchMutedTopics,
  patchSubscription,
  getUserSubscription,
  getUserChannels,
]

export interface OtherRoute {
  readonly method: 'GET'
  readonly path: string
  readonly auth: 'public'
  readonly isHidden: boolean
  readonly handle: (serving: Serving, request: FastifyRequest, reply: FastifyReply) => unknown
}

/** What is not part of the API: health, and files. */
export const OTHER_ROUTES: readonly OtherRoute[] = [
  {
    method: 'GET',
    path: '/health',
    auth: 'public',
    isHidden: true,
    handle: serveHealth,
  },
  ...FILE_ROUTES,
]
