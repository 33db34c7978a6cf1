import { pictureUrl, temporaryUrl } from '../../session/files.ts'

/** Shows a picture of this server; uploads are fetched with the reader's key. */
export function loadPicture(image: HTMLImageElement, address: string): void {
  wanted.set(image, address)
  if (!address.startsWith('/user_uploads/')) {
    image.src = address
    return
  }
  void showUpload(image, address)
}

// Which picture an element is to show now; an answer to an earlier wish is dropped.
const wanted = new WeakMap<HTMLImageElement, string>()

async function showUpload(image: HTMLImageElement, address: string): Promise<void> {
  try {
    const url = await pictureUrl(address)
    if (wanted.get(image) === address) image.src = url
  } catch {
    // An empty box with the picture's name says that it is not there.
    if (wanted.get(image) === address) image.closest('.media')?.classList.add('is-missing')
  }
}

// The address works for a minute, and a player asks for the rest of a file when it is played.
const MOST_RENEWALS = 3

/** Shows a film's first picture until it is played; without one, what the browser shows of the film. */
export async function loadPoster(player: HTMLVideoElement, address: string): Promise<void> {
  try {
    player.poster = address.startsWith('/user_uploads/') ? await pictureUrl(address) : address
  } catch {
    // The film itself may load all the same.
  }
}

/** Gives a player an address that works without the key, and another one when that has run out. */
export function loadRecording(player: HTMLMediaElement, address: string): void {
  const renewals = { left: MOST_RENEWALS }
  const load = async (): Promise<void> => {
    try {
      const at = player.currentTime
      player.src = await temporaryUrl(address)
      if (at > 0) player.currentTime = at
    } catch {
      player.closest('.media')?.classList.add('is-missing')
    }
  }
  player.addEventListener('error', () => {
    if (renewals.left === 0) {
      player.closest('.media')?.classList.add('is-missing')
      return
    }
    renewals.left -= 1
    void load()
  })
  void load()
}
