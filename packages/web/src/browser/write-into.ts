/** A text and what is selected of it. */
export interface Written {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Writes a text into a field as if it had been typed: the smallest part that differs is replaced, so that undo of the
 * browser takes it back, and the field's `input` event is heard.
 */
export function writeInto(field: HTMLTextAreaElement | HTMLInputElement, written: Written): void {
  const before = field.value
  const { text, start, end } = written
  let head = 0
  while (head < before.length && head < text.length && before[head] === text[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < text.length - head &&
    before[before.length - 1 - tail] === text[text.length - 1 - tail]
  ) {
    tail += 1
  }
  const inserted = text.slice(head, text.length - tail)
  field.focus()
  if (before !== text) {
    field.setSelectionRange(head, before.length - tail)
    if (!typed(inserted)) {
      field.setRangeText(inserted, head, before.length - tail, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }
  field.setSelectionRange(start, end)
}

/** The only way to write that undo knows of; where it is missing the text is set. */
function typed(text: string): boolean {
  if (typeof document.execCommand !== 'function') return false
  return text === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, text)
}
