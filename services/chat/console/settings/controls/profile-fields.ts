import { realm } from '../../state/realm/realm.ts'

export const FIELD_TYPE = {
  shortText: 1,
  longText: 2,
  select: 3,
  date: 4,
  url: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

/** What the organization asks people about themselves. */
export interface ProfileField {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly hint: string
  /** JSON, or empty. */
  readonly field_data: string
  readonly order: number
  readonly display_in_profile_summary: boolean
  readonly required: boolean
  readonly editable_by_user: boolean
}

export function profileFields(): readonly ProfileField[] {
  // The form is the contract's; the key comes after the first paint.
  const fields = realm.value?.['custom_profile_fields'] as readonly ProfileField[] | undefined
  return (fields ?? []).toSorted((a, b) => a.order - b.order)
}

/** One of the choices of a field that is a list. */
export interface FieldChoice {
  readonly key: string
  readonly text: string
}

export function choicesOf({
  field_data: text,
}: Pick<ProfileField, 'field_data'>): readonly FieldChoice[] {
  const choices = Object.entries(fieldData(text)).map(([key, value]) => {
    // The server keeps what it was given; other clients give this form.
    const { text: shown = key, order = 0 } = (value ?? {}) as {
      text?: string
      order?: number | string
    }
    return { key, text: shown, order: Number(order) }
  })
  return choices.toSorted((a, b) => a.order - b.order)
}

/** The choices as the wire has them. Keys stay those of people's values. */
export function choicesData(choices: readonly FieldChoice[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    choices.map(({ key, text }, index) => [key, { text, order: String(index + 1) }]),
  )
}

/** A key that no other choice has. */
export function newChoiceKey(choices: readonly FieldChoice[]): string {
  const taken = new Set(choices.map(({ key }) => key))
  let number = choices.length
  while (taken.has(String(number))) number += 1
  return String(number)
}

export function fieldData(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
