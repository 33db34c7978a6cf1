import backIcon from 'lucide-static/icons/chevron-left.svg'
import nextIcon from 'lucide-static/icons/chevron-right.svg'
import downloadIcon from 'lucide-static/icons/download.svg'
import openIcon from 'lucide-static/icons/external-link.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import zoomInIcon from 'lucide-static/icons/zoom-in.svg'
import zoomOutIcon from 'lucide-static/icons/zoom-out.svg'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Link } from '@oficina/web/link.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { exactTime } from '../../feed/rows/days.ts'
import { fetchFile } from '../../session/api.ts'
import { pictureUrl, temporaryUrl } from '../../session/files.ts'
import { messages } from '../../state/conversations/messages.ts'
import { words } from '../../words/message.ts'
import { MEDIA, mediaOf } from '../content/media-item.ts'
import { loadRecording } from '../content/media-source.ts'
import { messageAddress } from '../message-time.tsx'
import { lightBox, type ShownMedia } from './light-box-state.ts'
import { useZoom } from './use-zoom.ts'

/** Pictures and recordings over the whole page: arrows go through those of the feed, Esc closes. */
export function LightBox() {
  const shown = lightBox.value
  const current = shown?.all[shown.at]
  if (shown === undefined || current === undefined) return null
  return <OpenBox key="box" {...shown} current={current} />
}

/** A message that was drawn anew meanwhile shows the same picture in another element. */
function mediaLinkOf({ messageId, item }: ShownMedia): Element | undefined {
  const links = document.querySelectorAll(`[data-message-id="${messageId}"] ${MEDIA}`)
  return (
    [...links].find((box) => mediaOf(box)?.preview === item.preview)?.querySelector('a') ??
    undefined
  )
}

interface OpenBoxProps {
  readonly all: readonly ShownMedia[]
  readonly at: number
  readonly current: ShownMedia
}

function OpenBox({ all, at, current }: OpenBoxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const zoom = useZoom(current.item.preview)
  useOverThePage(dialog, zoom.ref, current)
  const close = (): void => {
    lightBox.value = undefined
  }
  const go = (by: number): void => {
    if (all[at + by] !== undefined) lightBox.value = { all, at: at + by }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const does = KEYS[event.key]
    if (does === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (does === 'close') close()
    else if (does === 'in' || does === 'out') zoom.by(does === 'in' ? 1 : -1)
    else go(does === 'next' ? 1 : -1)
  }
  return (
    <dialog
      ref={dialog}
      class="light-box"
      aria-label={words('lightBox')}
      onKeyDown={onKeyDown}
      onClose={close}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header class="light-box-head">
        <About shown={current} />
        {all.length > 1 && (
          <span class="light-box-place">{words('place', { at: at + 1, of: all.length })}</span>
        )}
        {current.item.kind === 'image' && (
          <>
            <IconButton icon={zoomOutIcon} label={words('zoomOut')} onClick={() => zoom.by(-1)} />
            <IconButton icon={zoomInIcon} label={words('zoomIn')} onClick={() => zoom.by(1)} />
          </>
        )}
        <IconButton
          icon={openIcon}
          label={words('openOriginal')}
          onClick={() => void openOriginal(current)}
        />
        <IconButton
          icon={downloadIcon}
          label={words('download')}
          onClick={() => void download(current)}
        />
        <IconButton icon={closeIcon} label={words('close')} onClick={close} />
      </header>
      <div class="light-box-stage">
        <IconButton
          class="light-box-arrow"
          icon={backIcon}
          label={words('previous')}
          disabled={at === 0}
          onClick={() => go(-1)}
        />
        <div
          class={classes('light-box-view', zoom.scale > 1 && 'zoomed')}
          ref={zoom.ref}
          tabIndex={-1}
          onWheel={zoom.onWheel}
          onPointerDown={zoom.onPointerDown}
        >
          <Media key={current.item.preview} shown={current} scale={zoom.scale} />
        </div>
        <IconButton
          class="light-box-arrow"
          icon={nextIcon}
          label={words('next')}
          disabled={at === all.length - 1}
          onClick={() => go(1)}
        />
      </div>
    </dialog>
  )
}

/** Lies over the page while it is there, and gives the focus back to the link that opened it. */
function useOverThePage(
  dialog: { readonly current: HTMLDialogElement | null },
  view: { readonly current: HTMLElement | null },
  current: ShownMedia,
): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const box = dialog.current
    box?.showModal()
    // Nothing of the head is meant; the arrows and Esc work from here.
    view.current?.focus()
    return () => {
      // What lies behind an open one takes no focus.
      box?.close()
      const opener = before?.isConnected === true ? before : mediaLinkOf(current)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
}

const KEYS: Readonly<Record<string, 'close' | 'next' | 'previous' | 'in' | 'out'>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  v: 'close',
  z: 'in',
  '+': 'in',
  Z: 'out',
  '-': 'out',
}

function About({ shown: { messageId, item } }: { readonly shown: ShownMedia }) {
  const message = messages.get(messageId)
  return (
    <p class="light-box-about">
      <b>{item.title}</b>
      {message !== undefined && (
        <Link
          to={messageAddress(message)}
          onClick={() => {
            lightBox.value = undefined
          }}
        >
          {words('messageOf', {
            name: message.sender_full_name,
            time: exactTime(message.timestamp),
          })}
        </Link>
      )}
    </p>
  )
}

function Media({ shown: { item }, scale }: { readonly shown: ShownMedia; readonly scale: number }) {
  const [url, setUrl] = useState<string | undefined>(undefined)
  const [isMissing, setMissing] = useState(false)
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const abort = new AbortController()
    if (item.kind === 'video') {
      if (player.current !== null) loadRecording(player.current, item.preview)
      return
    }
    const load = async (): Promise<void> => {
      try {
        const source = isUpload(item.original) ? item.original : item.preview
        const loaded = isUpload(source) ? await pictureUrl(source) : source
        if (!abort.signal.aborted) setUrl(loaded)
      } catch {
        if (!abort.signal.aborted) setMissing(true)
      }
    }
    void load()
    return () => abort.abort()
  }, [item])
  if (isMissing) return <p class="light-box-missing">{words('pictureFailed')}</p>
  // What people upload has no captions.
  // eslint-disable-next-line jsx-a11y/media-has-caption
  if (item.kind === 'video') return <video ref={player} controls autoPlay aria-label={item.title} />
  if (url === undefined) return <p class="light-box-missing" aria-busy="true" />
  return (
    <img
      src={url}
      alt={item.title}
      draggable={false}
      style={{ transform: `scale(${scale})` }}
      onError={() => setMissing(true)}
    />
  )
}

function isUpload(address: string): boolean {
  return URL.parse(address, location.origin)?.pathname.startsWith('/user_uploads/') === true
}

async function openOriginal({ item }: ShownMedia): Promise<void> {
  // Opened now: later the browser would take it for an unwanted window.
  const tab = open('', '_blank')
  try {
    const url = isUpload(item.original) ? await temporaryUrl(item.original) : item.original
    if (tab === null) return
    tab.opener = null
    tab.location.href = url
  } catch {
    tab?.close()
    toast({ text: words('fileFailed'), tone: 'danger' })
  }
}

async function download({ item }: ShownMedia): Promise<void> {
  const address = isUpload(item.original) ? item.original : item.preview
  try {
    saveFile(await fetchFile(address), item.title)
  } catch {
    toast({ text: words('fileFailed'), tone: 'danger' })
  }
}
