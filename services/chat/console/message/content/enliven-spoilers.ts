import { newId } from '@oficina/web/dom.ts'

import { words } from '../../words/message.ts'

/** A spoiler shows its head; a button beside it opens what it hides. */
export function enlivenSpoilers(root: ParentNode): void {
  for (const block of root.querySelectorAll('.spoiler-block')) {
    const header = block.querySelector(':scope > .spoiler-header')
    const content = block.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (header === null || content === null) continue
    if (header.textContent.trim() === '') header.textContent = words('spoiler')
    content.id = newId('spoiler')
    content.hidden = true
    content.removeAttribute('aria-hidden')
    header.append(toggle(content))
  }
}

function toggle(content: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'spoiler-toggle'
  button.setAttribute('aria-controls', content.id)
  const show = (): void => {
    button.setAttribute('aria-expanded', String(!content.hidden))
    button.textContent = content.hidden ? words('showSpoiler') : words('hideSpoiler')
  }
  show()
  button.addEventListener('click', () => {
    content.hidden = !content.hidden
    show()
  })
  return button
}
