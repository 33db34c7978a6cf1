/** A file of an archive that is made in the browser. */
export interface ZipEntry {
  readonly name: string
  readonly content: Blob
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
// Names are UTF-8.
const FLAGS = 0x0800
const VERSION = 20
// The first day that the format knows: what is made of the same rows is the same.
const DOS_DAY = 0x21

/** A zip of files as they are: documents are packed themselves. At most 65,535 files of 4 GB together. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let directorySize = 0
  for (const { name, content } of entries) {
    const bytes = new Uint8Array(await content.arrayBuffer())
    const file = { name: new TextEncoder().encode(name), crc: crc32(bytes), size: bytes.length }
    const local = header(LOCAL, file)
    parts.push(local, file.name, content)
    const central = header(CENTRAL, file, offset)
    directory.push(central, file.name)
    offset += local.byteLength + file.name.length + file.size
    directorySize += central.byteLength + file.name.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, END, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, directorySize, true)
  end.setUint32(16, offset, true)
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

interface Packed {
  readonly name: Uint8Array
  readonly crc: number
  readonly size: number
}

/** The head of a file, or its line in the directory, which also says where it stands. */
function header(
  kind: typeof LOCAL | typeof CENTRAL,
  { name, crc, size }: Packed,
  offset = 0,
): DataView<ArrayBuffer> {
  const isCentral = kind === CENTRAL
  const view = new DataView(new ArrayBuffer(isCentral ? 46 : 30))
  // The line of the directory says besides by which version it was made.
  const shift = isCentral ? 2 : 0
  view.setUint32(0, kind, true)
  if (isCentral) view.setUint16(4, VERSION, true)
  view.setUint16(4 + shift, VERSION, true)
  view.setUint16(6 + shift, FLAGS, true)
  view.setUint16(12 + shift, DOS_DAY, true)
  view.setUint32(14 + shift, crc, true)
  view.setUint32(18 + shift, size, true)
  view.setUint32(22 + shift, size, true)
  view.setUint16(26 + shift, name.length, true)
  if (isCentral) view.setUint32(42, offset, true)
  return view
}

const TABLE = Uint32Array.from({ length: 256 }, (_value, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
