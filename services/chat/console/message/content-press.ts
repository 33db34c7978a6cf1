import { navigate } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { openGroupCard } from '../people/group-card-state.ts'
import { openUserCard } from '../people/user-card-state.ts'
import { temporaryUrl } from '../session/files.ts'
import { words } from '../words/message.ts'
import { openLightBox } from './light-box/light-box-state.ts'

/** A press anywhere in a message's content: its links, mentions and previews have no handlers of their own. */
export function onContentClick(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const mention = target.closest<HTMLElement>('.user-mention, .user-group-mention')
  if (mention !== null) {
    openMention(mention)
    return
  }
  const link = target.closest('a')
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (link === null || !isPlain) return
  const { page, upload, media } = link.dataset
  if (page !== undefined) {
    event.preventDefault()
    void navigate(page)
  } else if (media === 'image' || media === 'video') {
    event.preventDefault()
    openLightBox(link)
  } else if (upload !== undefined) {
    event.preventDefault()
    void openUpload(upload)
  }
}

/** Mentions are pressed with the keyboard as buttons are. */
export function onContentKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (key !== 'Enter' && key !== ' ') return
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'button') return
  event.preventDefault()
  event.stopPropagation()
  openMention(target)
}

function openMention(mention: HTMLElement): void {
  const { userId, userGroupId } = mention.dataset
  if (userGroupId !== undefined) openGroupCard(Number(userGroupId), mention)
  else if (userId !== undefined && userId !== '*') openUserCard(Number(userId), mention)
}

/** Opens an uploaded file in another tab, by an address that works there without the key. */
async function openUpload(path: string): Promise<void> {
  // Opened now: later the browser would take it for an unwanted window.
  const tab = open('', '_blank')
  try {
    const url = await temporaryUrl(path)
    if (tab === null) location.assign(url)
    else {
      tab.opener = null
      tab.location.href = url
    }
  } catch {
    tab?.close()
    toast({ text: words('fileFailed'), tone: 'danger' })
  }
}
