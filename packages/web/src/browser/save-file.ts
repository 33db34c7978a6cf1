// The browser reads a blob when it likes to; a minute is longer than any takes to begin.
const KEPT_MS = 60_000

/** Hands a file to the person, as the browser saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** The name that an answer gives its file, or the one proposed. */
export function fileNameOf(response: Response, proposed: string): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/.exec(header)?.[1] ?? proposed
}
