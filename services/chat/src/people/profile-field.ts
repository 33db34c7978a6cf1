import { refusal } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'

/** The kinds of profile fields, as the API numbers them. */
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

export interface ProfileField {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly type: number
  readonly field_data: Readonly<Record<string, unknown>>
  readonly display_in_profile_summary: boolean
  readonly required: boolean
  readonly editable_by_user: boolean
}

const LENGTHS: Readonly<Record<number, number>> = {
  [FIELD_TYPE.shortText]: 50,
  [FIELD_TYPE.longText]: 500,
  [FIELD_TYPE.externalAccount]: 50,
  [FIELD_TYPE.pronouns]: 50,
}

/** Texts that may hold Markdown, and are shown rendered. */
export function isRendered({ type }: Pick<ProfileField, 'type'>): boolean {
  return type === FIELD_TYPE.shortText || type === FIELD_TYPE.longText
}

/** A user's value of a field as it is stored. @throws ApiError naming the field */
export function profileValue(field: ProfileField, value: unknown): string {
  if (field.type === FIELD_TYPE.users) return userList(field, value)
  if (typeof value !== 'string')
    throw refusal(say('%{place} is not a string', { place: field.name }))
  const limit = LENGTHS[field.type]
  if (limit !== undefined && Array.from(value).length > limit) {
    throw refusal(
      say('%{place} is too long (limit: %{max} characters)', { place: field.name, max: limit }),
    )
  }
  if (field.type === FIELD_TYPE.select && !Object.hasOwn(field.field_data, value)) {
    throw refusal(
      say("'%{value}' is not a valid choice for '%{name}'.", { value, name: field.name }),
    )
  }
  if (field.type === FIELD_TYPE.date && !isDate(value))
    throw refusal(say('%{place} is not a date', { place: field.name }))
  if (field.type === FIELD_TYPE.url && !isWebAddress(value)) {
    throw refusal(say('%{place} is not a URL', { place: field.name }))
  }
  return value
}

function userList(field: ProfileField, value: unknown): string {
  if (!Array.isArray(value) || !value.every((id) => Number.isSafeInteger(id))) {
    throw refusal(say('%{place} is not a list', { place: field.name }))
  }
  return JSON.stringify(value)
}

function isDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(value)
  )
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
