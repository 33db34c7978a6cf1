/** Where the caret stands in the input under the cursor, and whether arrows up and down are of no use to it. */
export function caretOf(target: EventTarget | null): {
  readonly isAtStart: boolean
  readonly isAtEnd: boolean
  readonly isFree: boolean
} {
  const nowhere = { isAtStart: true, isAtEnd: true, isFree: true }
  if (target instanceof HTMLSelectElement) return { ...nowhere, isFree: false }
  if (target instanceof HTMLTextAreaElement)
    return { isAtStart: false, isAtEnd: false, isFree: false }
  if (!(target instanceof HTMLInputElement)) return nowhere
  if (target.type === 'checkbox') return nowhere
  const { selectionStart: start, selectionEnd: end, value } = target
  // Inputs of days and times have parts of their own, which arrows move between.
  if (start === null || end === null) return { isAtStart: false, isAtEnd: false, isFree: false }
  // What is selected whole was not touched yet: arrows go on, as in a spreadsheet.
  const isWhole = start === 0 && end === value.length
  return {
    isAtStart: isWhole || (start === 0 && end === 0),
    isAtEnd: isWhole || (start === value.length && end === value.length),
    isFree: true,
  }
}
