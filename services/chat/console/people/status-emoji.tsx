import { userStatuses, type UserStatus } from '../state/people/user-status.ts'
import { customEmoji } from '../state/realm/emoji.ts'

/** The emoji of somebody's status, with the text on hover; nothing where they set none. */
export function StatusEmoji({ userId }: { readonly userId: number }) {
  const status = userStatuses.get(userId)
  if (status?.emoji_code === undefined) return null
  return (
    <span class="status-emoji" title={status.status_text}>
      <StatusGlyph status={status} />
    </span>
  )
}

/** The emoji itself, for where the text stands beside it. */
export function StatusGlyph({ status }: { readonly status: UserStatus }) {
  const { emoji_code: code = '', emoji_name: name = '', reaction_type: kind } = status
  const custom = kind === 'realm_emoji' ? customEmoji.value[code] : undefined
  if (custom !== undefined) return <img class="emoji-picture" src={custom.source_url} alt="" />
  if (kind !== 'unicode_emoji') return <span aria-hidden="true">{name}</span>
  return <span aria-hidden="true">{characterOf(code)}</span>
}

/** `1f6e0` as the character; code points are joined by hyphens. */
function characterOf(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= MAX_CODE_POINT) ? String.fromCodePoint(...points) : ''
}

const MAX_CODE_POINT = 0x10ffff
