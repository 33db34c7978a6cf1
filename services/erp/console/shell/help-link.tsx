import helpIcon from 'lucide-static/icons/circle-question-mark.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { href, place } from '@oficina/web/router.ts'

import { helpAddress } from '../manual/help-address.ts'
import { words } from '../words/shell.ts'

/** What the manual says of the page that is shown, in a tab of its own: what one was typing stays. */
export function HelpLink() {
  return (
    <a
      class="icon-btn"
      href={href(helpAddress(place.value.path))}
      target="_blank"
      rel="noopener"
      title={words('helpHere')}
      aria-label={words('helpHere')}
      aria-keyshortcuts="F1"
    >
      <Icon svg={helpIcon} />
    </a>
  )
}

/** The same as the link, by its key; in a field that explains itself, what the law wants there. */
export function openHelp(): void {
  const own = document.activeElement?.closest('.field')?.querySelector<HTMLElement>('.law-button')
  if (own !== null && own !== undefined) return own.click()
  window.open(href(helpAddress(place.peek().path)), '_blank', 'noopener')
}
