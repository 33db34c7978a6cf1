import { useComputed } from '@preact/signals'
import downIcon from 'lucide-static/icons/arrow-down.svg'
import { Icon } from '@oficina/web/icon.tsx'

import { words } from '../words/feed.ts'
import { isAtEnd } from './at-end.ts'
import type { Feed } from './feed.ts'

/** Takes the reader to the newest message; tells how many came while they were elsewhere. */
export function JumpButton({ feed }: { readonly feed: Feed }) {
  const isHidden = useComputed(() => isAtEnd.value && feed.window.value?.hasNewest !== false)
  if (isHidden.value) return null
  const count = feed.arrivals.value
  return (
    <button type="button" class="jump" onClick={() => feed.goToNewest()}>
      <Icon svg={downIcon} />
      {count > 0 ? words('toNewestCount', { count }) : words('toNewest')}
    </button>
  )
}
