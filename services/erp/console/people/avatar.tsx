import { classes } from '@oficina/web/dom.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { photoOf } from './photos.ts'

interface AvatarProps {
  readonly id: number
  readonly name: string
  readonly size?: 'small'
}

/** Somebody's picture beside his name, or his initials where he has none. */
export function Avatar({ id, name, size }: AvatarProps) {
  const photo = useLoaded(String(id), () => photoOf(id))
  const url = photo.isLoading ? undefined : photo.value
  return (
    <span class={classes('avatar', size)} aria-hidden="true">
      {url === undefined ? initials(name) : <img src={url} alt="" />}
    </span>
  )
}

/** The first letters of the first two words. */
function initials(name: string): string {
  const [one = '', two = ''] = name.split(/\s+/)
  return `${firstOf(one)}${firstOf(two)}`.toUpperCase()
}

function firstOf(word: string): string {
  return String.fromCodePoint(...[word.codePointAt(0) ?? []].flat())
}
