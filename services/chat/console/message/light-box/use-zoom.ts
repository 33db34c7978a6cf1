import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface Zoom {
  readonly scale: number
  /** The box that a zoomed picture is moved in. */
  readonly ref: RefObject<HTMLDivElement | null>
  readonly by: (steps: number) => void
  readonly onWheel: (event: WheelEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
}

const STEP = 1.4
const MOST = 8

/** Makes a picture larger by wheel and keys, and moves it by dragging; another picture begins at its whole size. */
export function useZoom(of: string): Zoom {
  const [scale, setScale] = useState(1)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    setScale(1)
    move(ref.current, 0, 0)
  }, [of])
  const by = (steps: number): void => {
    const next = Math.min(MOST, Math.max(1, scale * STEP ** steps))
    setScale(next)
    if (next === 1) move(ref.current, 0, 0)
  }
  return {
    scale,
    ref,
    by,
    onWheel: (event) => {
      event.preventDefault()
      by(event.deltaY < 0 ? 1 : -1)
    },
    onPointerDown: (event) => {
      const box = ref.current
      if (scale === 1 || box === null || event.button !== 0) return
      event.preventDefault()
      drag(box, event)
    },
  }
}

function drag(box: HTMLElement, begun: PointerEvent): void {
  const from = { x: Number(box.dataset['x'] ?? 0), y: Number(box.dataset['y'] ?? 0) }
  box.setPointerCapture(begun.pointerId)
  const onMove = ({ clientX, clientY }: PointerEvent): void =>
    move(box, from.x + clientX - begun.clientX, from.y + clientY - begun.clientY)
  const onEnd = (): void => {
    box.removeEventListener('pointermove', onMove)
    box.removeEventListener('pointerup', onEnd)
    box.removeEventListener('pointercancel', onEnd)
  }
  box.addEventListener('pointermove', onMove)
  box.addEventListener('pointerup', onEnd)
  box.addEventListener('pointercancel', onEnd)
}

function move(box: HTMLElement | null, x: number, y: number): void {
  if (box === null) return
  box.dataset['x'] = String(x)
  box.dataset['y'] = String(y)
  box.style.translate = `${x}px ${y}px`
}
