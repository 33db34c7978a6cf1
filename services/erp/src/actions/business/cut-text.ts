/** The first characters of a text, as many as its column has room for. */
export function cutText(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('')
}
