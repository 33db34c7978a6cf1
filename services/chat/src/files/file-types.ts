const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

const UNKNOWN = 'application/octet-stream'
const TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/

/** The type of a file: what its sender says, else what its name implies. */
export function contentTypeOf(name: string, given: string): string {
  const said = given.split(';')[0]?.trim().toLowerCase() ?? ''
  if (said !== '' && said !== UNKNOWN && TYPE.test(said)) return said
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  return BY_EXTENSION[extension] ?? UNKNOWN
}

// Types that a browser shows without running anything in them; everything else is downloaded.
const SHOWN = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
])

const AUDIO = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/vnd.wave',
  'audio/wav',
  'audio/x-wav',
])

/** Whether a message offers a player for it. */
export function isAudio(type: string): boolean {
  return AUDIO.has(type)
}

// What a page runs or is styled by. The consoles allow scripts and styles of their own origin, and files come from it.
const OF_PAGES = /javascript|ecmascript|jscript|livescript|wasm|css/

/** The type under which a file is sent: as it is stored, but plain text if a page could use it as a script or style. */
export function sentType(type: string): string {
  const sent = OF_PAGES.test(type) ? 'text/plain' : type
  return sent.startsWith('text/') ? `${sent}; charset=utf-8` : sent
}

function isShownInline(type: string): boolean {
  return SHOWN.has(type)
}

/** The header that names a file, in ASCII for old programs and unchanged for others. */
export function contentDisposition(name: string, type: string): string {
  const kind = isShownInline(type) ? 'inline' : 'attachment'
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
