/** Text as it stands in a part of an address: dots instead of per cent signs, as links in messages have them. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('%', '.')
}

/** @returns undefined when it was not encoded so */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(decodeURIComponent(part).replaceAll('%', '%25').replaceAll('.', '%'))
  } catch {
    return undefined
  }
}
