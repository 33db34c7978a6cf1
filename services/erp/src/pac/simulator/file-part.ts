/** The text of a file in a multipart form, by the name of its field; undefined where there is none. */
export function filePart(body: Buffer, contentType: string, name: string): string | undefined {
  const [, quoted, bare] = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return undefined
  const marker = Buffer.from(`--${boundary}`)
  for (let at = body.indexOf(marker); at !== -1;) {
    const start = at + marker.length
    const next = body.indexOf(marker, start)
    if (next === -1) return undefined
    const part = body.subarray(start, next)
    const head = part.indexOf('\r\n\r\n')
    const fields = part.subarray(0, Math.max(head, 0)).toString('utf8')
    // Behind the head, and before the line end that belongs to the marker.
    if (head !== -1 && new RegExp(`;\\s*name="?${name}"?`, 'i').test(fields))
      return part.subarray(head + 4, part.length - 2).toString('utf8')
    at = next
  }
  return undefined
}
