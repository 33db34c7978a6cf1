import type { FormatterCall } from './formatter-call.ts'
import { toText } from './values.ts'

const MAX_MISSING = 1_000

/** The text of a key in the render's locale, `{1}` to `{9}` in it replaced by the arguments; the key itself without one. */
export function translated({ input, args, scope }: FormatterCall): string {
  const key = toText(input)
  const text = scope.texts?.get(key)
  if (text === undefined) {
    const { missing } = scope
    if (missing !== undefined && missing.size < MAX_MISSING) missing.add(`t '${key}'`)
    return key
  }
  return text.replace(/\{([1-9])\}/g, (place, number: string) => {
    const at = Number(number) - 1
    return at < args.length ? toText(args[at]) : place
  })
}
