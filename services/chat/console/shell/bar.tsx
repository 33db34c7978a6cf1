import { Link } from '@oficina/web/link.tsx'

import { SearchBar } from '../search/search-bar.tsx'
import { realm } from '../state/realm.ts'
import { UserMenu } from './user-menu.tsx'

/** Organization, search and person, above every page. */
export function Bar() {
  const name = realm.value?.realm_name ?? ''
  return (
    <header class="bar">
      <Link to="/" class="brand" title={name}>
        Oficina <small>{name}</small>
      </Link>
      <SearchBar />
      <span class="grow" />
      <UserMenu />
    </header>
  )
}
