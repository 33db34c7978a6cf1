import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { TextForm } from '../dictionary/types.ts'
import { hasRfcForm, normalizeRfc } from '../fiscal/rfc.ts'

// Like HTML's own check of addresses, but with a dot in the domain: no mail can be sent to `ana@empresa`.
const EMAIL =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
// RFC 5321, 4.5.3.1.1.
const MAX_LOCAL_PART = 64

/** A text in its normal form: an RFC in capitals without the hyphens that people add. */
export function normalizeForm(form: TextForm, text: string): string {
  return form === 'rfc' ? normalizeRfc(text) : text.trim()
}

/**
 * Checks a normalized text. The empty text is always valid: it means that there is no value.
 * @source docs/decisions/0208-erp-text-forms.md
 */
export function checkForm(form: TextForm, text: string): Result<string, string> {
  if (text === '') return ok(text)
  switch (form) {
    case 'rfc':
      return hasRfcForm(text)
        ? ok(text)
        : fail('must be an RFC: three or four letters, a day as YYMMDD and three more characters')
    case 'email':
      return EMAIL.test(text) && text.indexOf('@') <= MAX_LOCAL_PART
        ? ok(text)
        : fail('must be one mail address, such as ventas@empresa.example')
  }
}
