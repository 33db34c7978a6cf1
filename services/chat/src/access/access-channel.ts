import type { Tx } from '@oficina/kit/database.ts'

import { refusal } from '../tenancy/api-error.ts'
import { channelById } from '../tenancy/store/channel-store.ts'
import {
  hasContentAccess,
  hasMetadataAccess,
  type Channel,
  type Viewer,
} from '../tenancy/viewer.ts'
import { proven, type Proven } from './proof.ts'

/** A channel that the viewer may know of. */
export type KnownChannel = Proven<Channel, 'known'>

/** A channel that the viewer may read, and so know of. */
export type ReadableChannel = Proven<Channel, 'known' | 'read'>

/** A channel that the viewer may read. @throws ApiError "Invalid channel ID", also for one that does not exist */
export async function readableChannel(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<ReadableChannel> {
  const channel = await channelById(tx, viewer, id)
  if (channel === undefined || !hasContentAccess(viewer, channel)) {
    throw refusal('Invalid channel ID')
  }
  return proven(channel, 'known', 'read')
}

/** A channel that the viewer may know of. @throws ApiError "Invalid channel ID", also for one that does not exist */
export async function knownChannel(tx: Tx, viewer: Viewer, id: number): Promise<KnownChannel> {
  const channel = await channelById(tx, viewer, id)
  if (channel === undefined || !hasMetadataAccess(viewer, channel)) {
    throw refusal('Invalid channel ID')
  }
  return proven(channel, 'known')
}
