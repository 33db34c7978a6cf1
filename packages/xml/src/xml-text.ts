// What must not appear in text as it is: markup, control characters, surrogates (perhaps lone), non-characters.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NEEDS_CARE = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]/

/** True when a value can go into the document as it is. */
export function isPlainText(text: string): boolean {
  return !NEEDS_CARE.test(text)
}

/**
 * Text made safe for XML: markup is escaped, and characters that XML 1.0 cannot hold (controls other than tab and line
 * ends, lone surrogates, U+FFFE, U+FFFF) are left out, since one of them makes Word refuse the whole document.
 */
export function escapeText(text: string): string {
  return stripInvalid(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** As `escapeText`, for a value in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\r\n]/g, ' ')
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function stripInvalid(text: string): string {
  return text.replace(INVALID, '')
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** The characters of XML's five entities and character references; anything else stays as it is. */
export function unescapeText(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
