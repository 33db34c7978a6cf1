import { domainToASCII, domainToUnicode } from 'node:url'

import { refusal } from '../tenancy/api-error.ts'
import { LIMITS } from '../tenancy/realm-settings.ts'

const MIN_LENGTH = 2
// In the middle of a name, these would end or begin a mention, a code span or a quotation.
const INVALID = /[*`\\>"@\p{C}]/u
// A mention may name a user as "name|id".
const LOOKS_LIKE_ID = /\|\d+$/

/** A person's or bot's name as it is stored. @throws ApiError saying what is wrong with it */
export function personName(text: string): string {
  const name = text.trim()
  const length = Array.from(name).length
  if (length > LIMITS.fullName) throw refusal('Name too long!')
  if (length < MIN_LENGTH) throw refusal('Name too short!')
  if (INVALID.test(name)) throw refusal('Invalid characters in name!')
  if (LOOKS_LIKE_ID.test(name)) throw refusal('Invalid format!')
  return name
}

const EMAIL = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u
const MAX_EMAIL = 254

/** Whether it is an address, of a domain as domains are written: one that mail goes to under another name fits no rule. */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_EMAIL || !EMAIL.test(text)) return false
  const domain = text.slice(text.lastIndexOf('@') + 1).toLowerCase()
  const wire = domainToASCII(domain)
  return wire !== '' && [wire, domainToUnicode(wire)].includes(domain)
}

const PASSWORD_LENGTH = { min: 6, max: 100 } as const

/** @throws ApiError "The password is too weak." */
export function checkPassword(password: string): void {
  const { length } = Array.from(password)
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) {
    throw refusal('The password is too weak.')
  }
}
