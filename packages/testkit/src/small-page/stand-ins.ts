import { HTMLAnchorElement, HTMLDialogElement, HTMLElement, type Window } from 'happy-dom'

import { findLocalNames } from '../local-names.ts'
import { focusFirst } from './focusable.ts'
import { isReachable, lower, raise } from './layers.ts'

/** Who had the focus before a modal dialog. */
const focusedBefore = new WeakMap<HTMLElement, HTMLElement>()
/** The link whose click is under way, which what opens its address wants to know. */
const clicked: { link?: HTMLAnchorElement | undefined } = {}

/** The link that the page is following at this moment. */
export function followedLink(): HTMLAnchorElement | undefined {
  return clicked.link
}

/**
 * What happy-dom leaves out and the consoles need, once for all windows of the process, since they share the classes of
 * elements. Nothing here knows of layout: every element is as large as the window.
 */
export function installStandIns(): void {
  if (Object.hasOwn(HTMLElement.prototype, 'showPopover')) return
  findLocalNames()
  standInDialogs()
  standInPopovers()
  standInSizes()
  standInFocus()
  standInLinks()
}

/** A modal dialog takes the focus and gives it back; happy-dom only marks it as open. */
function standInDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement): void {
      const { activeElement } = this.ownerDocument
      if (activeElement instanceof HTMLElement) focusedBefore.set(this, activeElement)
      this.setAttribute('open', '')
      raise(this)
      focusFirst(this)
    },
    close(this: HTMLDialogElement, value?: string): void {
      if (!this.open) return
      this.removeAttribute('open')
      if (value !== undefined) this.returnValue = value
      lower(this)
      focusedBefore.get(this)?.focus()
      const { defaultView } = this.ownerDocument
      // Told in a task of its own, as browsers do.
      defaultView?.setTimeout(() => this.dispatchEvent(new defaultView.Event('close')))
    },
  })
}

function standInPopovers(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement): void {
      raise(this)
      const first = this.querySelector<HTMLElement>('[autofocus]')
      first?.focus()
    },
    hidePopover(this: HTMLElement): void {
      lower(this)
    },
  })
}

/** Nothing is laid out: an element is as large as the window, so that lists draw as many rows as fit there. */
function standInSizes(): void {
  const width = {
    get: (view: Window) => view.innerWidth,
    of: ['clientWidth', 'offsetWidth', 'scrollWidth'],
  }
  const height = {
    get: (view: Window) => view.innerHeight,
    of: ['clientHeight', 'offsetHeight', 'scrollHeight'],
  }
  for (const { get, of } of [width, height]) {
    for (const name of of) {
      Object.defineProperty(HTMLElement.prototype, name, {
        configurable: true,
        get(this: HTMLElement): number {
          const view = this.ownerDocument.defaultView
          return view === null ? 0 : get(view as unknown as Window)
        },
      })
    }
  }
}

/** What lies behind a modal dialog takes no focus. */
function standInFocus(): void {
  // Called with its element.
  // oxlint-disable-next-line typescript/unbound-method
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function focusReachable(this: HTMLElement): void {
    if (isReachable(this)) focus.call(this)
  }
}

function standInLinks(): void {
  // Called with its element.
  // oxlint-disable-next-line typescript/unbound-method
  const { dispatchEvent } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.dispatchEvent = function follow(this: HTMLAnchorElement, event) {
    const { link } = clicked
    clicked.link = this
    try {
      return dispatchEvent.call(this, event)
    } finally {
      clicked.link = link
    }
  }
}
