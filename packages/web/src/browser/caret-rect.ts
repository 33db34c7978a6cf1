// What decides where the letters of a field stand.
const COPIED = [
  'boxSizing',
  'width',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'fontFeatureSettings',
  'lineHeight',
  'letterSpacing',
  'tabSize',
] as const

/** Where a letter of a field of text stands in the window, found by setting the same text beside the page. */
export function caretRect(field: HTMLTextAreaElement, at: number): DOMRect {
  const style = getComputedStyle(field)
  const mirror = document.createElement('div')
  for (const name of COPIED) mirror.style[name] = style[name]
  mirror.style.position = 'absolute'
  mirror.style.visibility = 'hidden'
  mirror.style.whiteSpace = 'pre-wrap'
  mirror.style.overflowWrap = 'break-word'
  mirror.textContent = field.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = field.value.slice(at, at + 1) === '' ? '.' : field.value.slice(at, at + 1)
  mirror.append(mark)
  document.body.append(mirror)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  mirror.remove()
  const rect = field.getBoundingClientRect()
  const left = rect.left + offsetLeft - field.scrollLeft
  const top = rect.top + offsetTop - field.scrollTop
  return new DOMRect(left, Math.max(rect.top, top), 1, offsetHeight)
}
