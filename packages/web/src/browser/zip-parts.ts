/** A zip archive, as documents and workbooks are, whose parts are unpacked when they are asked for. */
export interface ZipParts {
  readonly names: readonly string[]
  /** The text of a part; undefined where there is none of this name. */
  readonly text: (name: string) => Promise<string | undefined>
}

/** A part of a zip archive, as its directory names it. */
interface Entry {
  readonly method: number
  readonly begin: number
  readonly size: number
}

const END = 0x06054b50
const DEFLATED = 8
const DIRECTORY_ENTRY_BYTES = 46
const LOCAL_HEADER_BYTES = 30

/** Reads the directory of an archive. @throws Error when it is none */
export function zipParts(bytes: ArrayBuffer): ZipParts {
  const entries = directoryOf(new DataView(bytes))
  return {
    names: [...entries.keys()],
    text: async (name) => {
      const entry = entries.get(name)
      return entry === undefined ? undefined : await contentOf(bytes, entry)
    },
  }
}

function directoryOf(view: DataView): ReadonlyMap<string, Entry> {
  let end = view.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) throw new Error('no zip archive')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    const length = view.getUint16(at + 28, true)
    const further = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const name = new TextDecoder().decode(
      new Uint8Array(view.buffer, at + DIRECTORY_ENTRY_BYTES, length),
    )
    const local = view.getUint32(at + 42, true)
    const begin =
      local +
      LOCAL_HEADER_BYTES +
      view.getUint16(local + 26, true) +
      view.getUint16(local + 28, true)
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      begin,
      size: view.getUint32(at + 20, true),
    })
    at += DIRECTORY_ENTRY_BYTES + length + further
  }
  return entries
}

async function contentOf(bytes: ArrayBuffer, { method, begin, size }: Entry): Promise<string> {
  const packed = new Blob([bytes.slice(begin, begin + size)])
  if (method !== DEFLATED) return packed.text()
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}
