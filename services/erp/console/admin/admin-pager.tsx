import previousIcon from 'lucide-static/icons/chevron-left.svg'
import nextIcon from 'lucide-static/icons/chevron-right.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { changeQuery } from '@oficina/web/router.ts'

import { words } from '../words/admin.ts'

/** How many rows a page of the administration has. */
export const PAGE_SIZE = 100

/** The page that the address asks for, counted from 1. */
export function pageOf(query: URLSearchParams): number {
  return Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
}

export interface AdminPagerProps {
  readonly query: URLSearchParams
  readonly total: number
}

export function AdminPager({ query, total }: AdminPagerProps) {
  const page = pageOf(query)
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (last === 1 && page === 1) return null
  const go = (to: number): void => {
    const next = new URLSearchParams(query)
    next.set('page', String(to))
    changeQuery(next)
  }
  const from = (page - 1) * PAGE_SIZE + 1
  return (
    <nav class="pager" aria-label={words('pages')}>
      <IconButton
        icon={previousIcon}
        label={words('previous')}
        disabled={page === 1}
        onClick={() => go(page - 1)}
      />
      <span>{words('page', { from, to: Math.min(page * PAGE_SIZE, total), total })}</span>
      <IconButton
        icon={nextIcon}
        label={words('nextPage')}
        disabled={page >= last}
        onClick={() => go(page + 1)}
      />
    </nav>
  )
}
