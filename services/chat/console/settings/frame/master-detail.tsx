import backIcon from 'lucide-static/icons/arrow-left.svg'
import type { ComponentChildren } from 'preact'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'

export interface MasterDetailProps {
  readonly title: string
  /** The address of the list alone. */
  readonly base: string
  readonly list: ComponentChildren
  /** What is open beside it; on a phone in its place. */
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

/** A list beside the one that is open. */
export function MasterDetail({ title, base, list, isOpen, children }: MasterDetailProps) {
  return (
    <div class={classes('master-detail', isOpen && 'is-open')}>
      <section class="master" aria-label={title}>
        {list}
      </section>
      <div class="detail">
        <Link to={base} class="settings-back">
          <Icon svg={backIcon} /> {title}
        </Link>
        {children}
      </div>
    </div>
  )
}
