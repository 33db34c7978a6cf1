import menuIcon from 'lucide-static/icons/menu.svg'
import peopleIcon from 'lucide-static/icons/users.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'

import { SearchBar } from '../search/search-bar.tsx'
import { realm } from '../state/realm/realm.ts'
import { words } from '../words/shell.ts'
import { GearMenu } from './gear-menu.tsx'
import { openSheet, sheet } from './sheets.ts'
import { UserMenu } from './user-menu.tsx'

/** Organization, search and person, above every page. On a phone both sidebars are opened from here. */
export function Bar() {
  const name = realm.value?.realm_name ?? ''
  return (
    <header class="bar">
      <IconButton
        class="bar-sheet"
        icon={menuIcon}
        label={words('openLeft')}
        aria-expanded={sheet.value === 'left'}
        onClick={() => openSheet('left')}
      />
      <Link to="/" class="brand" title={name}>
        <Emblem /> <span>{name}</span>
      </Link>
      <SearchBar />
      <span class="grow" />
      <IconButton
        class="bar-sheet"
        icon={peopleIcon}
        label={words('openRight')}
        aria-expanded={sheet.value === 'right'}
        onClick={() => openSheet('right')}
      />
      <GearMenu />
      <UserMenu />
    </header>
  )
}

/** The organization's own picture, where it has one; else the name alone stands. */
function Emblem() {
  const url = realm.value?.realm_icon_url
  if (url === undefined || !url.startsWith('/')) return null
  return <img class="emblem" src={url} alt="" />
}
