import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

/** A digest of the text in the parts of an invoice, the same for every engine that filled it alike. */
export function visibleText(document: Buffer): string {
  const parts = ['word/document.xml', 'word/header1.xml', 'word/footer1.xml'].map((name) =>
    plain(read(document, name)),
  )
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** Text without white space, since engines differ in the empty paragraphs and runs that they leave. */
function plain(xml: string): string {
  return xml
    .replace(/<\?xml[^>]*>/, '')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(amp|lt|gt|quot|apos|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )
    .replace(/\s+/g, '')
}

/** Reads by the directory at the end: some writers leave the sizes out of the headers before the data. */
function read(document: Buffer, name: string): string {
  let end = document.length - 22
  while (document.readUInt32LE(end) !== 0x06054b50) end--
  let at = document.readUInt32LE(end + 16)
  for (let i = 0; i < document.readUInt16LE(end + 10); i++) {
    const nameBytes = document.readUInt16LE(at + 28)
    if (document.toString('utf8', at + 46, at + 46 + nameBytes) === name) {
      const local = document.readUInt32LE(at + 42)
      const start =
        local + 30 + document.readUInt16LE(local + 26) + document.readUInt16LE(local + 28)
      const data = document.subarray(start, start + document.readUInt32LE(at + 20))
      return (document.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8')
    }
    at += 46 + nameBytes + document.readUInt16LE(at + 30) + document.readUInt16LE(at + 32)
  }
  throw new Error(`The document has no ${name}.`)
}
