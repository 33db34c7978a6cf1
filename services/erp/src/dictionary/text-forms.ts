/** The longest text that fits a form. */
interface FormDescription {
  readonly length: number
}

/**
 * The types of texts that are checked wherever they are written; `FORM` says what each must be.
 * @source docs/decisions/0208-erp-text-forms.md
 */
export const TEXT_FORMS = {
  rfc: { length: 13 },
  email: { length: 150 },
  curp: { length: 18 },
  nss: { length: 11 },
  clabe: { length: 18 },
  uuid: { length: 36 },
  postal_code: { length: 5 },
  time: { length: 5 },
} as const satisfies Readonly<Record<string, FormDescription>>

export type TextForm = keyof typeof TEXT_FORMS

export function isTextForm(name: string): name is TextForm {
  return Object.hasOwn(TEXT_FORMS, name)
}
