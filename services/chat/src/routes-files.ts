import { serveExternal } from './files/endpoints/external-content.ts'
import {
  serveEmojiMap,
  serveIcon,
  serveLoading,
  servePicture,
  serveTemporary,
  serveThumbnail,
  serveUpload,
} from './files/endpoints/files.ts'

const FILE = { method: 'GET', auth: 'public', isHidden: true } as const

/** Files at the addresses where Zulip's clients look for them. What needs credentials asks for them itself. */
export const FILE_ROUTES = [
  { ...FILE, path: '/static/generated/emoji/emoji_api.json', handle: serveEmojiMap },
  { ...FILE, path: '/static/images/realm-icon.svg', handle: serveIcon },
  { ...FILE, path: '/static/images/realm-logo.svg', handle: serveIcon },
  { ...FILE, path: '/static/images/loading/loader-black.svg', handle: serveLoading },
  { ...FILE, path: '/external_content/:digest/*', handle: serveExternal },
  { ...FILE, path: '/user_avatars/*', handle: servePicture },
  { ...FILE, path: '/user_uploads/temporary/:token/:file_name', handle: serveTemporary },
  { ...FILE, path: '/user_uploads/thumbnail/:realm_id_str/*', handle: serveThumbnail },
  { ...FILE, path: '/user_uploads/:realm_id_str/*', handle: serveUpload },
] as const
