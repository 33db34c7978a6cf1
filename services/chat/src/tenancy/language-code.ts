/** Whether a text can be the code of a language, such as `es`, `es-mx` or `zh_Hans`. */
export function isLanguageCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}(?:[-_][A-Za-z]{2,8})?$/.test(value)
}
