import type { Tx } from '@oficina/kit/database.ts'

import { refusal } from '../tenancy/api-error.ts'
import {
  hasContentAccess,
  hasMetadataAccess,
  type Channel,
  type Viewer,
} from '../tenancy/viewer.ts'
import { channelById } from '../tenancy/store/channel-store.ts'

/** A channel that the viewer may read. @throws ApiError "Invalid channel ID", also for one that does not exist */
export async function readableChannel(tx: Tx, viewer: Viewer, id: number): Promise<Channel> {
  const channel = await channelById(tx, viewer, id)
  if (channel === undefined || !hasContentAccess(viewer, channel)) {
    throw refusal('Invalid channel ID')
  }
  return channel
}

/** A channel that the viewer may know of. @throws ApiError "Invalid channel ID", also for one that does not exist */
export async function knownChannel(tx: Tx, viewer: Viewer, id: number): Promise<Channel> {
  const channel = await channelById(tx, viewer, id)
  if (channel === undefined || !hasMetadataAccess(viewer, channel)) {
    throw refusal('Invalid channel ID')
  }
  return channel
}
