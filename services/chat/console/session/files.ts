import { api, fetchFile } from './api.ts'

// Pictures of a few screens; each is at most a few hundred kilobytes, since the service makes thumbnails.
const MAX_PICTURES = 300

const pictures = new Map<string, Promise<string>>()

/**
 * An address that an `<img>` can show, for a picture that is given only to those who are signed in. The latest few hundred
 * are kept; who shows one for long asks again when it fails to load.
 * @throws ApiFailure
 */
export function pictureUrl(address: string): Promise<string> {
  const known = pictures.get(address)
  const url = known ?? load(address)
  pictures.delete(address)
  pictures.set(address, url)
  if (pictures.size > MAX_PICTURES) drop()
  return url
}

/**
 * An address that works for a minute without the key: for video, audio and downloads, which the browser fetches itself.
 * @throws ApiFailure
 */
export async function temporaryUrl(address: string): Promise<string> {
  const path = /^\/user_uploads\/.+/.exec(new URL(address, location.origin).pathname)?.[0]
  if (path === undefined) return address
  const { url } = await api<{ readonly url: string }>('GET', path)
  return url
}

async function load(address: string): Promise<string> {
  try {
    return URL.createObjectURL(await fetchFile(address))
  } catch (error) {
    pictures.delete(address)
    throw error
  }
}

function drop(): void {
  const [oldest] = pictures
  if (oldest === undefined) return
  const [address, url] = oldest
  pictures.delete(address)
  const revoke = async (): Promise<void> => URL.revokeObjectURL(await url)
  void revoke().catch(() => undefined)
}
