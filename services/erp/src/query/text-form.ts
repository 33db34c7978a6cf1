import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { TextForm } from '../dictionary/text-forms.ts'
import { isClabe, normalizeClabe } from '../fiscal/clabe.ts'
import { normalizeCurp, parseCurp } from '../fiscal/curp.ts'
import { isNss, normalizeNss } from '../fiscal/nss.ts'
import { hasRfcForm, normalizeRfc } from '../fiscal/rfc.ts'
import type { Message } from '../messages/message.ts'
import { FORM } from '../messages/values.ts'

interface Form {
  readonly normalize: (text: string) => string
  /** Of a normalized text. */
  readonly fits: (text: string) => boolean
}

// Like HTML's own check of addresses, but with a dot in the domain: no mail can be sent to `ana@empresa`.
const EMAIL =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
// RFC 5321, 4.5.3.1.1.
const MAX_LOCAL_PART = 64
const UUID = /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const FORMS: Readonly<Record<TextForm, Form>> = {
  rfc: { normalize: normalizeRfc, fits: hasRfcForm },
  email: {
    normalize: (text) => text.trim(),
    fits: (text) => EMAIL.test(text) && text.indexOf('@') <= MAX_LOCAL_PART,
  },
  curp: { normalize: normalizeCurp, fits: (text) => parseCurp(text) !== undefined },
  nss: { normalize: normalizeNss, fits: isNss },
  clabe: { normalize: normalizeClabe, fits: isClabe },
  // In capitals, so that the same one is found and refused twice however a stamp spelled it.
  uuid: { normalize: (text) => text.trim().toUpperCase(), fits: (text) => UUID.test(text) },
  postal_code: { normalize: (text) => text.trim(), fits: (text) => /^\d{5}$/.test(text) },
  time: {
    normalize: (text) => text.trim().replace(/^\d:/, '0$&'),
    fits: (text) => TIME.test(text),
  },
}

/** A text in its normal form: an RFC in capitals without the hyphens that people add. */
export function normalizeForm(form: TextForm, text: string): string {
  return FORMS[form].normalize(text)
}

/**
 * Checks a normalized text. The empty text is always valid: it means that there is no value.
 * @source docs/decisions/0208-erp-text-forms.md
 */
export function checkForm(form: TextForm, text: string): Result<string, Message> {
  const isRight = text === '' || FORMS[form].fits(text)
  return isRight ? ok(text) : fail(FORM[form]())
}
