import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  getChannelFolders,
  patchChannelFolder,
  patchChannelFolders,
  postChannelFolder,
} from './views/channel-folders.ts'
import {
  getStream,
  getStreamEmailAddress,
  getStreamId,
  getStreamMembers,
  getStreams,
} from './views/channel-lists.ts'
import {
  deleteDefaultStream,
  deleteStream,
  patchStream,
  postChannel,
  postDefaultStream,
} from './views/channels.ts'
import { FILE_ROUTES } from './routes-files.ts'
import { PEOPLE_ENDPOINTS } from './routes-people.ts'
import type { Endpoint } from './views/endpoint.ts'
import { deleteEvents, getEvents } from './views/events.ts'
import {
  deleteOneMessage,
  deleteReaction,
  getHistory,
  getReadReceipts,
  patchMessage,
  postReaction,
  postRender,
  postSubmessage,
} from './views/message-actions.ts'
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  postFlags,
  postFlagsNarrow,
} from './views/message-flags.ts'
import { getMessage, getMessages, matchesNarrow, postMessage } from './views/messages.ts'
import { postRegister } from './views/register.ts'
import type { Serving } from './views/serve.ts'
import {
  getUserChannels,
  getUserSubscription,
  patchMutedTopics,
  patchSubscription,
  postSubscriptionProperties,
} from './views/subscription-settings.ts'
import {
  deleteSubscriptions,
  getSubscriptions,
  patchSubscriptions,
  postSubscriptions,
} from './views/subscriptions.ts'
import { getTopics, postDeleteTopic } from './views/topics.ts'
import { postUserTopic } from './views/user-topics.ts'
import { serveHealth } from './views/health.ts'

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
