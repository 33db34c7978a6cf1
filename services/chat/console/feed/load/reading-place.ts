/** A row that stays where the reader has it, whatever happens above. */
export interface Anchor {
  readonly key: string
  /** How far its top lies below the top of what is seen, in pixels. */
  readonly offset: number
}

interface Elements {
  readonly scroller: HTMLElement
  /** Stands for the rows before those that are rendered. */
  readonly spacer: HTMLElement
  /** Holds the rendered rows, each with its key as `data-row`. */
  readonly list: HTMLElement
}

// A turn of the wheel that ends this close to the end means the end.
const NEAR_END = 12
// A few times as many rows as a view has loaded at most.
const MAX_HEIGHTS = 8_000
// What is smaller is rounding.
const LEAST_SHIFT = 0.5

/**
 * Keeps what the reader looks at in its place: while older rows come above, rows get their heights, pictures load and
 * messages are edited. What changes above is taken from the space before the rendered rows, so that the scroll position
 * itself, and with it a turn of the wheel that goes on, is left alone as long as possible.
 */
export class ReadingPlace {
  readonly #heights = new Map<string, number>()
  #elements: Elements | undefined
  #anchor: Anchor | undefined
  #scrollTop = 0
  /** How high the space before the rendered rows is. */
  #space = 0
  #before = { rows: 0, height: 0 }
  /** At the end of the newest: what comes new is followed. */
  isFollowing = false
  /** A row that is not followed out of sight: the first of those that came while nobody looked. */
  lastFollowed: string | undefined

  get anchor(): Anchor | undefined {
    return this.#anchor
  }

  attach(elements: Elements): void {
    this.#elements = elements
  }

  /** The height of a row that was rendered once. */
  heightOf(key: string): number | undefined {
    return this.#heights.get(key)
  }

  /** Takes the reader to a row: its top comes to lie `offset` below the top of what is seen. */
  moveTo(anchor: Anchor): void {
    this.#anchor = anchor
    this.isFollowing = false
  }

  /** Another row takes the anchor's part, since it is gone. */
  replaceAnchor(key: string): void {
    this.#anchor = { key, offset: this.#anchor?.offset ?? 0 }
  }

  /** The reader has scrolled. @returns whether rows are seen at all; else an estimate has to say where the reader is */
  onScroll(): boolean {
    this.#noteScroll()
    // Something may have changed its height since the last frame; that is no movement of the reader.
    if (!this.isFollowing) this.#hold()
    return this.#chooseAnchor()
  }

  /** How far the reader is from the end of what is loaded. */
  toEnd(): number {
    const { scroller } = this.#need()
    return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
  }

  /** How far the reader is from the start of what is loaded. */
  toStart(): number {
    return this.#need().scroller.scrollTop
  }

  /** At the end, what comes new is followed, if it is the end of the newest. */
  noteEnd(hasNewest: boolean): void {
    this.isFollowing = hasNewest && this.toEnd() <= NEAR_END
  }

  /**
   * Before other rows are rendered, and anything measures them: were the page shorter for a moment, a turn of the wheel
   * that goes on would end.
   */
  prepare(before: RowsBefore): void {
    if (this.#elements === undefined) return
    this.#setSpace(Math.max(0, this.#space + before.height - this.#before.height))
    this.#before = before
  }

  /**
   * After every change of what is rendered or of its size, before it is painted.
   */
  settle(before: RowsBefore): void {
    this.#noteScroll()
    this.#before = before
    this.#measure()
    if (this.isFollowing) this.#scrollToEnd()
    else this.#hold()
    if (this.#anchor === undefined || this.isFollowing) this.#chooseAnchor()
  }

  /** Keys of the rows that are seen, from top to bottom, with where they are. */
  seen(): readonly SeenRow[] {
    const { scroller } = this.#need()
    const view = scroller.getBoundingClientRect()
    return this.#rows()
      .map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return {
          key: element.dataset['row'] ?? '',
          top: top - view.top,
          bottom: bottom - view.top,
        }
      })
      .filter(({ top, bottom }) => bottom > 0 && top < view.height)
  }

  get height(): number {
    return this.#elements?.scroller.clientHeight ?? 0
  }

  elementOf(key: string): HTMLElement | undefined {
    return this.#rows().find((element) => element.dataset['row'] === key)
  }

  /** Scrolls as a person would. */
  scrollBy(pixels: number): void {
    this.#need().scroller.scrollTop += pixels
  }

  /** What the reader has scrolled since the last look is a movement of theirs, not of the rows. */
  #noteScroll(): void {
    const { scrollTop } = this.#need().scroller
    const moved = scrollTop - this.#scrollTop
    this.#scrollTop = scrollTop
    if (this.#anchor === undefined || moved === 0) return
    this.#anchor = { ...this.#anchor, offset: this.#anchor.offset - moved }
  }

  #need(): Elements {
    if (this.#elements === undefined) throw new Error('the feed is not on the page')
    return this.#elements
  }

  #rows(): readonly HTMLElement[] {
    const { list } = this.#need()
    return [...list.children].filter(
      (element) => element instanceof HTMLElement && element.dataset['row'] !== undefined,
    ) as HTMLElement[]
  }

  #measure(): void {
    for (const element of this.#rows()) {
      const key = element.dataset['row'] ?? ''
      this.#heights.set(key, element.getBoundingClientRect().height)
    }
    for (const key of this.#heights.keys()) {
      if (this.#heights.size <= MAX_HEIGHTS) break
      this.#heights.delete(key)
    }
  }

  #scrollToEnd(): void {
    const { scroller } = this.#need()
    this.#setSpace(this.#before.height)
    scroller.scrollTop = Math.min(scroller.scrollHeight, this.#mostFollowed())
    this.#scrollTop = scroller.scrollTop
  }

  #mostFollowed(): number {
    const { scroller } = this.#need()
    const element = this.lastFollowed === undefined ? undefined : this.elementOf(this.lastFollowed)
    if (element === undefined) return scroller.scrollHeight
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    return Math.max(scroller.scrollTop, scroller.scrollTop + top - 2 * BAR_HEIGHT)
  }

  /** Brings the anchor back to where it was. */
  #hold(): void {
    const { scroller } = this.#need()
    const element = this.#anchor === undefined ? undefined : this.elementOf(this.#anchor.key)
    if (element === undefined || this.#anchor === undefined) return
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    const shift = top - this.#anchor.offset
    const space = this.#space
    const { rows, height: estimated } = this.#before
    if (rows > 0 && space - shift > 0 && isLike(space - shift, estimated)) {
      if (Math.abs(shift) >= LEAST_SHIFT) this.#setSpace(space - shift)
      return
    }
    const wanted = rows === 0 ? 0 : estimated
    const change = shift + wanted - space
    this.#setSpace(wanted)
    if (Math.abs(change) >= LEAST_SHIFT) scroller.scrollTop += change
    this.#scrollTop = scroller.scrollTop
    // At either end there is no room to bring it back; it is where it is.
    if (Math.abs(change) >= LEAST_SHIFT) this.#noteAnchor(element)
  }

  #setSpace(height: number): void {
    if (height === this.#space) return
    this.#space = height
    this.#need().spacer.style.height = `${height}px`
  }

  #noteAnchor(element: HTMLElement): void {
    const { scroller } = this.#need()
    const offset = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    this.#anchor = { key: element.dataset['row'] ?? '', offset }
  }

  /** The first message that is seen. @returns whether there is one */
  #chooseAnchor(): boolean {
    const { scroller } = this.#need()
    const { top, height } = scroller.getBoundingClientRect()
    for (const element of this.#rows()) {
      if (element.dataset['row']?.startsWith('message-') !== true) continue
      const box = element.getBoundingClientRect()
      if (box.bottom - top <= BAR_HEIGHT) continue
      if (box.top - top >= height) return false
      this.#noteAnchor(element)
      return true
    }
    return false
  }
}

/** The rows before the rendered ones, and how high they may be. */
export interface RowsBefore {
  readonly rows: number
  readonly height: number
}

export interface SeenRow {
  readonly key: string
  readonly top: number
  readonly bottom: number
}

/** What the bar of a conversation covers at the top. */
export const BAR_HEIGHT = 40

// The space before the rows may differ from what they are thought to take; not so much that it ends before they do.
function isLike(height: number, estimated: number): boolean {
  return height > estimated / 2 - 400 && height < estimated * 2 + 400
}
