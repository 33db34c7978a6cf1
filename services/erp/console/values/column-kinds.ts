/** What decides how a column is typed and shown. */
interface KindColumn {
  readonly type: string
  readonly scale: number | null
  readonly choices: readonly unknown[] | null
}

const DECIMALS = ['money', 'quantity', 'rate', 'decimal']

/** Amounts, quantities and rates: exact decimals, which travel as text. */
export function isDecimalType(type: string): boolean {
  return DECIMALS.includes(type)
}

/** Whether values stand at the right, one digit below the other. */
export function isNumeric({ type }: KindColumn): boolean {
  return type === 'integer' || isDecimalType(type)
}

/** How many decimals are always written: those of money, none that say nothing elsewhere. */
export function leastDecimals({ type, scale }: KindColumn): number {
  return type === 'money' ? (scale ?? 2) : 0
}

/** The widget for a column where the form names none. */
export function widgetOf({ type, choices }: KindColumn): string {
  if (choices !== null) return 'select'
  return WIDGETS[type] ?? (isDecimalType(type) ? 'decimal' : 'text')
}

const WIDGETS: Readonly<Record<string, string>> = {
  long_text: 'textarea',
  secret: 'password',
  integer: 'number',
  date: 'date',
  instant: 'datetime',
  boolean: 'checkbox',
  json: 'json',
  choice: 'select',
  reference: 'reference',
}
