import menuIcon from 'lucide-static/icons/menu.svg'
import searchIcon from 'lucide-static/icons/search.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'

import { session } from '../session/session.ts'
import { words } from '../words/shell.ts'
import { HelpLink } from './help-link.tsx'
import { openOverlay } from './overlay.ts'
import { UserMenu } from './user-menu.tsx'

/** Company, search and person, above every page. */
export function Bar({ onMenu }: { readonly onMenu: () => void }) {
  const company = session.value?.empresa.razon_social ?? ''
  return (
    <header class="bar">
      <IconButton class="bar-menu" icon={menuIcon} label={words('openMenu')} onClick={onMenu} />
      <Link to="/" class="brand" title={company}>
        Oficina <small>{company}</small>
      </Link>
      <button
        type="button"
        class="find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => openOverlay('palette')}
      >
        <Icon svg={searchIcon} />
        <span>{words('find')}</span>
        <kbd>{keysAsRead('mod+k')}</kbd>
      </button>
      <span class="grow" />
      <HelpLink />
      <UserMenu />
    </header>
  )
}
