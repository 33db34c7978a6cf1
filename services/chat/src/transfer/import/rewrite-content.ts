/** What the ids and addresses in a text became; undefined for what is not in the archive. */
export interface Renaming {
  readonly user: (id: number) => number | undefined
  readonly channel: (id: number) => number | undefined
  readonly message: (id: number) => number | undefined
  /** Path ids of uploaded files. */
  readonly file: (pathId: string) => string | undefined
  /** Addresses of the other server, without a slash at the end. */
  readonly oldUrls: readonly string[]
  readonly newUrl: string
}

const MENTION = /(@_?\*\*[^*\n|]*)\|(\d{1,15})\*\*/g
const MESSAGE_LINK = /(#\*\*[^*\n>]+>[^*\n]*)@(\d{1,15})\*\*/g
const UPLOAD =
  /(https?:\/\/[^\s/()<>"'\]]+)?\/user_uploads\/(?:thumbnail\/)?(\d+\/[^\s()<>"'\]?#]+)/g
const NARROW = /(https?:\/\/[^\s/()<>"'\]]+)?\/?#narrow\/[^\s()<>"'\]]+/g

/** A text of the archive as it must be here: mentions, links to messages, topics and files lead to the same things. */
export function rewriteContent(text: string, renaming: Renaming): string {
  let changed = text
  if (text.includes('|')) {
    changed = changed.replaceAll(MENTION, (_, before: string, id: string) => {
      const user = renaming.user(Number(id))
      return user === undefined ? `${before}**` : `${before}|${user}**`
    })
  }
  if (text.includes('#**')) {
    changed = changed.replaceAll(MESSAGE_LINK, (_, before: string, id: string) => {
      const message = renaming.message(Number(id))
      return message === undefined ? `${before}**` : `${before}@${message}**`
    })
  }
  if (text.includes('/user_uploads/')) changed = changed.replaceAll(UPLOAD, upload(renaming))
  if (text.includes('#narrow/')) changed = changed.replaceAll(NARROW, narrow(renaming))
  return changed
}

const upload =
  ({ file, oldUrls, newUrl }: Renaming) =>
  (whole: string, host: string | undefined, written: string) => {
    // Another server's own.
    if (host !== undefined && !oldUrls.includes(host)) return whole
    const found = [written, decoded(written)].map(file).find((place) => place !== undefined)
    if (found === undefined) return whole
    return `${host === undefined ? '' : newUrl}/user_uploads/${found}`
  }

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A percent sign that encodes no character is part of the name.
    return path
  }
}

const narrow =
  (renaming: Renaming) =>
  (whole: string, host: string | undefined): string => {
    if (host === undefined) return narrowParts(whole, renaming)
    if (!renaming.oldUrls.includes(host)) return whole
    return renaming.newUrl + narrowParts(whole.slice(host.length), renaming)
  }

function narrowParts(link: string, { user, channel, message }: Renaming): string {
  return link
    .replace(/\/(channel|stream)\/(\d+)(?=[-/]|$)/, (whole, word: string, id: string) => {
      const found = channel(Number(id))
      return found === undefined ? whole : `/${word}/${found}`
    })
    .replace(/\/(near|with|id)\/(\d+)(?=\/|$)/, (whole, word: string, id: string) => {
      const found = message(Number(id))
      return found === undefined ? whole : `/${word}/${found}`
    })
    .replace(
      /\/(dm|pm-with|sender|dm-including)\/(\d+(?:,\d+)*)/,
      (_, word: string, ids: string) => {
        const found = ids.split(',').map((id) => user(Number(id)) ?? Number(id))
        return `/${word}/${found.join()}`
      },
    )
}
