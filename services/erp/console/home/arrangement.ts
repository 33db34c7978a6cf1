import { keepPreference, preference } from '../session/preferences.ts'

/** How a person wants the first page: names of its parts. Those that it does not name follow, as the service has them. */
export interface Arrangement {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}

const PREFERENCE = 'console.home'
const MOST = 60

/** What the person chose; what another version kept counts as far as it can be read. */
export function arrangement(): Arrangement {
  const held = preference(PREFERENCE)
  const of = typeof held === 'object' && held !== null ? held : {}
  return { order: textsOf(of, 'order'), hidden: textsOf(of, 'hidden') }
}

function textsOf(held: object, key: string): readonly string[] {
  const list: unknown = Reflect.get(held, key)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

export function keepArrangement({ order, hidden }: Arrangement): void {
  keepPreference(PREFERENCE, { order: order.slice(0, MOST), hidden: hidden.slice(0, MOST) })
}

/** The parts in the person's order, without the hidden ones. */
export function arranged(
  names: readonly string[],
  { order, hidden }: Arrangement,
): readonly string[] {
  const known = order.filter((name) => names.includes(name))
  return [...known, ...names.filter((name) => !known.includes(name))].filter(
    (name) => !hidden.includes(name),
  )
}

/** The same with a part one place nearer to the beginning or the end. */
export function moved(
  shown: readonly string[],
  name: string,
  to: 'earlier' | 'later',
): readonly string[] {
  const from = shown.indexOf(name)
  const place = from + (to === 'earlier' ? -1 : 1)
  const other = shown[place]
  if (from === -1 || other === undefined) return shown
  return shown.map((one, index) => {
    if (index === from) return other
    return index === place ? name : one
  })
}
