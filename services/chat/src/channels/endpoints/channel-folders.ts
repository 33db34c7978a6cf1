import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { FOLDERS } from '../../../wire/channels.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, ids, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { createFolder, reorderFolders, updateFolder } from '../actions/channel-folders.ts'
import { foldersOf } from '../store/channel-folder-store.ts'

export const postChannelFolder = endpoint({
  method: 'POST',
  path: '/channel_folders/create',
  summary: 'Create a channel folder',
  parameters: {
    name: required(text({ maxLength: LIMITS.folderName })),
    description: defaulted(text({ maxLength: LIMITS.folderDescription }), ''),
  },
  answer: objectOf({ channel_folder_id: INTEGER }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    return { channel_folder_id: await createFolder({ tools, caller, viewer }, values) }
  },
})

export const getChannelFolders = endpoint({
  method: 'GET',
  path: '/channel_folders',
  summary: 'The channel folders, in their order',
  parameters: { include_archived: defaulted(boolean, false) },
  answer: objectOf({ channel_folders: FOLDERS }),
  handle: async ({ tools, caller, values }) => {
    const which = values.include_archived ? 'all' : 'active'
    return { channel_folders: await foldersOf(tools.database, caller.realm.id, which) }
  },
})

export const patchChannelFolder = endpoint({
  method: 'PATCH',
  path: '/channel_folders/:channel_folder_id',
  summary: 'Update a channel folder',
  named: { channel_folder_id: numberInPath('The folder.') },
  parameters: {
    name: optional(text({ maxLength: LIMITS.folderName })),
    description: optional(text({ maxLength: LIMITS.folderDescription })),
    is_archived: optional(boolean),
  },
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    await updateFolder({ tools, caller, viewer }, values.channel_folder_id, {
      name: values.name,
      description: values.description,
      isArchived: values.is_archived,
    })
  },
})

export const patchChannelFolders = endpoint({
  method: 'PATCH',
  path: '/channel_folders',
  summary: 'Put the channel folders in a new order',
  parameters: { order: required(ids) },
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    await reorderFolders({ tools, caller, viewer }, values.order)
  },
})
