import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import addIcon from 'lucide-static/icons/plus.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { unreadDirectTotal, unreadInChannel } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/sidebar.ts'
import { isFolded, toggleFold } from './folds.ts'
import { openChannelsMenu, openDirectsMenu, openViewsMenu } from './left-menus.tsx'
import type { LeftRow } from './left-rows.ts'
import { Count } from './marks.tsx'

type Row<K extends LeftRow['kind']> = Extract<LeftRow, { readonly kind: K }>

/** The heading of a part of the sidebar: folds it, and offers what belongs to the whole of it. */
export function SectionLine({ row }: { readonly row: Row<'section'> }) {
  const { section, title, isFolded: folded, key } = row
  return (
    <div class="left-section">
      <h2>
        <button type="button" aria-expanded={!folded} onClick={() => toggleFold(key)}>
          <span class={classes('chevron', !folded && 'open')}>
            <Icon svg={chevronIcon} />
          </span>
          <span class="left-name">{title}</span>
          <SectionCount row={row} />
        </button>
      </h2>
      <SectionActs section={section} />
    </div>
  )
}

/** What is unread in a folded part; of open ones too where the person wants sums. */
function SectionCount({ row }: { readonly row: Row<'section'> }) {
  const { section, isFolded: folded, channels } = row
  const isSummed = userSettings.value?.web_left_sidebar_unreads_count_summary === true
  if (!folded && (!isSummed || channels === undefined)) return null
  if (section === 'directs') return <Count count={unreadDirectTotal.value} isLoud />
  const count = (channels ?? []).reduce((sum, id) => sum + unreadInChannel(id).count, 0)
  return <Count count={count} isFaint={!folded} />
}

function SectionActs({ section }: { readonly section: string }) {
  if (section === 'views') {
    return (
      <IconButton
        class="left-menu"
        icon={moreIcon}
        label={words('viewsMenu')}
        aria-haspopup="menu"
        onClick={(event) => openViewsMenu(event.currentTarget)}
      />
    )
  }
  if (section === 'directs') {
    return (
      <IconButton
        class="left-menu"
        icon={addIcon}
        label={words('directsMenu')}
        aria-haspopup="menu"
        onClick={(event) => openDirectsMenu(event.currentTarget)}
      />
    )
  }
  return (
    <IconButton
      class="left-menu"
      icon={addIcon}
      label={words('channelsMenu')}
      aria-haspopup="menu"
      onClick={(event) => openChannelsMenu(event.currentTarget)}
    />
  )
}

/** Shows and hides what is one step away. */
export function StepLine({ row }: { readonly row: Row<'more'> }) {
  const { what, part, count } = row
  const isOpen = isFolded(part)
  const more = what === 'directs' ? 'moreDirects' : 'quiet'
  const fewer = what === 'directs' ? 'fewerDirects' : 'fewerQuiet'
  return (
    <button
      type="button"
      class="left-line quiet"
      aria-expanded={isOpen}
      onClick={() => toggleFold(part)}
    >
      <span class={classes('chevron', isOpen && 'open')}>
        <Icon svg={chevronIcon} />
      </span>
      <span class="left-name">{isOpen ? words(fewer) : words(more, { count })}</span>
    </button>
  )
}
