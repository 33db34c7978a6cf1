import { HTMLDialogElement, type Document, type HTMLElement } from 'happy-dom'

/** What of a document lies above its page, the topmost last. */
const layers = new WeakMap<Document, readonly HTMLElement[]>()

/** Modal dialogs and open popovers that are still in the document, the topmost last. */
function topLayer(document: Document): readonly HTMLElement[] {
  const all = layers.get(document) ?? []
  return all.filter(
    (element) => element.isConnected && (isPopover(element) || element.hasAttribute('open')),
  )
}

/** The dialog that keeps all behind it from the person's hands. */
export function modalDialog(document: Document): HTMLDialogElement | undefined {
  return topLayer(document).findLast((element) => element instanceof HTMLDialogElement)
}

/** Whether no modal dialog lies over an element. */
export function isReachable(element: HTMLElement): boolean {
  const { ownerDocument } = element
  const modal = modalDialog(ownerDocument)
  if (modal === undefined || modal.contains(element)) return true
  const above = topLayer(ownerDocument)
  return above.slice(above.indexOf(modal) + 1).some((layer) => layer.contains(element))
}

export function isPopover(element: HTMLElement): boolean {
  return element.hasAttribute('popover')
}

export function isOpenPopover(element: HTMLElement): boolean {
  return topLayer(element.ownerDocument).includes(element)
}

/** Puts an element above all others. */
export function raise(element: HTMLElement): void {
  lower(element)
  layers.set(element.ownerDocument, [...topLayer(element.ownerDocument), element])
}

/** Takes an element back to the page. */
export function lower(element: HTMLElement): void {
  const others = topLayer(element.ownerDocument).filter((other) => other !== element)
  layers.set(element.ownerDocument, others)
}
