import type { Element } from 'happy-dom'

/** Which elements have a role without being told so; HTML's own, as far as pages have them. */
const ELEMENTS: Readonly<Record<string, string>> = {
  article: 'article',
  banner: 'header',
  blockquote: 'blockquote',
  button:
    'button, summary, input[type=button], input[type=submit], input[type=reset], input[type=image]',
  caption: 'caption',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  code: 'code',
  columnheader: 'th:not([scope=row])',
  combobox: 'select:not([multiple]):not([size]), input[list]',
  complementary: 'aside',
  contentinfo: 'footer',
  definition: 'dd',
  dialog: 'dialog',
  figure: 'figure',
  form: 'form',
  gridcell: 'td',
  group: 'fieldset, details, optgroup',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img:not([alt=""])',
  link: 'a[href], area[href]',
  list: 'ul, ol, menu',
  listbox: 'select[multiple], select[size]',
  listitem: 'li',
  main: 'main',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  paragraph: 'p',
  progressbar: 'progress',
  radio: 'input[type=radio]',
  region: 'section',
  row: 'tr',
  rowgroup: 'tbody, thead, tfoot',
  rowheader: 'th[scope=row]',
  search: 'search',
  searchbox: 'input[type=search]:not([list])',
  separator: 'hr',
  slider: 'input[type=range]',
  spinbutton: 'input[type=number]',
  status: 'output',
  table: 'table',
  term: 'dt',
  textbox:
    'textarea, input:not([type]):not([list]), input[type=text]:not([list]), input[type=email]:not([list]), input[type=tel]:not([list]), input[type=url]:not([list])',
  time: 'time',
}

/** A selector of what may have a role: told so, or by being that element. */
export function selectorOf(role: string): string {
  const own = ELEMENTS[role]
  return own === undefined ? `[role~="${role}"]` : `[role~="${role}"], ${own}`
}

/** Whether an element that its selector found has the role. */
export function hasRole(element: Element, role: string): boolean {
  const told = element.getAttribute('role')?.trim().split(/\s+/)[0]
  if (told !== undefined && told !== '') return told === role
  switch (role) {
    // A region or a form of the page only where it has a name; a header of the page only outside of its parts.
    case 'region':
    case 'form':
      return ['aria-label', 'aria-labelledby', 'title'].some((name) => element.hasAttribute(name))
    case 'banner':
    case 'contentinfo':
      return element.parentElement?.closest('article, aside, main, nav, section') === null
    case 'cell':
    case 'gridcell':
      return (
        (role === 'gridcell') ===
        (element.closest('table')?.matches('[role=grid], [role=treegrid]') === true)
      )
    default:
      return true
  }
}

const STATES = ['checked', 'pressed', 'expanded', 'selected', 'disabled'] as const

/** What else is asked of an element with a role; what is left out is not asked. */
export interface RoleState extends Partial<Readonly<Record<(typeof STATES)[number], boolean>>> {
  readonly level?: number
}

export function hasState(element: Element, asked: RoleState): boolean {
  if (asked.level !== undefined && levelOf(element) !== asked.level) return false
  return STATES.every(
    (state) => asked[state] === undefined || asked[state] === stateOf(element, state),
  )
}

function levelOf(element: Element): number {
  const told = element.getAttribute('aria-level')
  return told === null
    ? Number(/^H([1-6])$/.exec(element.tagName)?.[1] ?? Number.NaN)
    : Number(told)
}

function stateOf(element: Element, state: (typeof STATES)[number]): boolean {
  // A control says it by a property of that name, everything else by ARIA.
  const own: unknown = Reflect.get(element, state)
  if (typeof own === 'boolean') return own
  return element.getAttribute(`aria-${state}`) === 'true'
}
