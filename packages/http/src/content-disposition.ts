const MAX_NAME_LENGTH = 200

/**
 * A `Content-Disposition` that no name can break out of: an ASCII-safe `filename`, plus `filename*` when the name has
 * other characters.
 * @source docs/contract/documents.md, POST /render request, rule 3; RFC 6266 and RFC 5987
 */
export function contentDisposition(name: string): string {
  const safe = safeName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  if (ascii === safe) return `attachment; filename="${ascii}"`
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeAttribute(safe)}`
}

/** The name with the extension, unless it ends in it already. */
export function withExtension(name: string, extension: string): string {
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}

/** The name of a file without anything that a file system or a header could misread, in at most 200 characters. */
export function safeName(name: string): string {
  const text = name
    .toWellFormed()
    // Path separators, control characters, and characters that change the writing direction.
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return shortened(text === '' ? 'document' : text)
}

/** Cut in the middle, so that the extension stays. */
function shortened(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_NAME_LENGTH) return text
  const dot = text.lastIndexOf('.')
  const extension = dot > 0 && text.length - dot <= 10 ? text.slice(dot) : ''
  return characters.slice(0, MAX_NAME_LENGTH - extension.length).join('') + extension
}

// RFC 5987's attr-char, without what encodeURIComponent leaves but the RFC does not.
function encodeAttribute(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
