import { useEffect, useState } from 'preact/hooks'

type Take = (files: readonly File[]) => void

/**
 * Files that are dropped on an element, or pasted anywhere on the page where no text is being typed and no dialog is
 * open. Undefined takes none.
 */
export function useDroppedFiles(take: Take | undefined) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (take === undefined) return
    const onPaste = (event: ClipboardEvent): void => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0 || isElsewhere(event.target)) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
  if (take === undefined) return { isOver: false, handlers: {} }
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        const isWithin =
          currentTarget instanceof Node &&
          relatedTarget instanceof Node &&
          currentTarget.contains(relatedTarget)
        if (!isWithin) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(filesOf(event.dataTransfer))
      },
    },
  }
}

function filesOf(from: DataTransfer | null): readonly File[] {
  return [...(from?.files ?? [])]
}

function isElsewhere(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  return isField || document.querySelector('dialog[open]') !== null
}
