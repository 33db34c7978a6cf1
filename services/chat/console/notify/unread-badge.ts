import { effect } from '@preact/signals'
import { titleMark } from '@oficina/web/title.ts'

import { unreadDirectTotal, unreadMentions, unreadTotal } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { unreadInFollowed } from './unread-in-followed.ts'

// What the setting counts. @source docs/contract/chat.md, desktop_icon_count_display
const COUNT = { all: 1, directAndMentions: 2, directMentionsAndFollowed: 3, none: 4 } as const

/** Shows how much waits in the tab's name and picture, and on the application's icon; until the answer is called. */
export function keepBadge(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const plain = icon?.href ?? ''
  const stop = effect(() => {
    const count = shownCount()
    titleMark.value = count === 0 ? '' : `(${count}) `
    if (icon !== null) icon.href = count === 0 ? plain : markedIcon(count)
    void showOnApplication(count).catch(() => undefined)
  })
  return () => {
    stop()
    titleMark.value = ''
    if (icon !== null) icon.href = plain
    void showOnApplication(0).catch(() => undefined)
  }
}

function shownCount(): number {
  const setting = userSettings.value?.desktop_icon_count_display ?? COUNT.all
  if (setting === COUNT.none) return 0
  if (setting === COUNT.all) return unreadTotal.value
  const urgent = unreadDirectTotal.value + unreadMentions().size
  return setting === COUNT.directAndMentions ? urgent : urgent + unreadInFollowed()
}

/** Only an installed application has a place for it. */
async function showOnApplication(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count))
}

const SIZE = 64
const GREEN = '#0f6b5f'
const RED = '#c62a1f'
const MOST_SHOWN = 99

const drawn: { count: number; url: string } = { count: 0, url: '' }

/** The application's mark with a number on it. */
function markedIcon(count: number): string {
  const shown = Math.min(count, MOST_SHOWN + 1)
  if (drawn.count === shown) return drawn.url
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.fillStyle = GREEN
  context.beginPath()
  context.roundRect(0, 0, SIZE, SIZE, 14)
  context.fill()
  context.fillStyle = RED
  context.beginPath()
  context.roundRect(8, 14, SIZE - 8, SIZE - 14, 18)
  context.fill()
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `700 ${shown > MOST_SHOWN ? 28 : 36}px Inter, sans-serif`
  context.fillText(shown > MOST_SHOWN ? '99+' : String(shown), 36, 41)
  drawn.count = shown
  drawn.url = canvas.toDataURL('image/png')
  return drawn.url
}
