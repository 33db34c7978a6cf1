/** A text of a fixed form: the longest that fits, and what it must be, as a message says it. */
interface FormDescription {
  readonly length: number
  readonly allowed: string
}

/**
 * The types of texts that are checked wherever they are written.
 * @source docs/decisions/0208-erp-text-forms.md
 */
export const TEXT_FORMS = {
  rfc: {
    length: 13,
    allowed: 'an RFC: three or four letters, a day as YYMMDD and three more characters',
  },
  email: { length: 150, allowed: 'one mail address, such as ventas@empresa.example' },
  curp: {
    length: 18,
    allowed: 'a CURP: 18 characters with a day that exists and the right last digit',
  },
  nss: { length: 11, allowed: 'a social security number: eleven digits with the right last one' },
  clabe: { length: 18, allowed: 'a CLABE: eighteen digits with the right last one' },
  uuid: {
    length: 36,
    allowed:
      'a UUID: 32 hexadecimal digits as 8-4-4-4-12, such as 6128396F-C09B-4EC6-8699-43C5F7E3B230',
  },
  postal_code: { length: 5, allowed: 'a postal code of five digits' },
  time: { length: 5, allowed: 'a time of day as HH:MM, from 00:00 to 23:59' },
} as const satisfies Readonly<Record<string, FormDescription>>

export type TextForm = keyof typeof TEXT_FORMS

export function isTextForm(name: string): name is TextForm {
  return Object.hasOwn(TEXT_FORMS, name)
}
