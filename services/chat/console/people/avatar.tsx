import { useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'

/** Somebody, as far as their picture goes. */
interface Pictured {
  readonly user_id: number
  readonly full_name: string
  readonly avatar_url: string | null
}

export interface AvatarProps {
  /** Undefined while they are not known. */
  readonly of: Pictured | undefined
  readonly class?: string
}

// Enough to tell neighbours apart.
const TINTS = 6

/** A person's own picture, else their initials. It says nothing by itself: the name stands beside it. */
export function Avatar({ of, ...rest }: AvatarProps) {
  const [failed, setFailed] = useState<string | undefined>(undefined)
  const url = ownPicture(of?.avatar_url)
  if (url !== undefined && url !== failed) {
    return (
      <img
        class={classes('avatar', rest.class)}
        src={url}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setFailed(url)}
      />
    )
  }
  const tint = of === undefined ? 'tint-none' : `tint-${of.user_id % TINTS}`
  return (
    <span class={classes('avatar', tint, rest.class)} aria-hidden="true">
      {initials(of?.full_name ?? '')}
    </span>
  )
}

/** Pictures come from the service alone: another host's would be told who looks, and are refused by the page's policy. */
function ownPicture(url: string | null | undefined): string | undefined {
  return url?.startsWith('/user_avatars/') === true ? url : undefined
}

/** The first letters of the first word and of the last. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return `${firstSign(first)}${firstSign(last)}`.toUpperCase()
}

function firstSign(word: string): string {
  const [sign = ''] = word
  return sign
}
