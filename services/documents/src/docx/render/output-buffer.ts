/** Bytes being written: text gathers in `pending` and moves to `buffer` in pieces worth a native call. */
export type Output = {
  buffer: Buffer
  /** Bytes of `buffer` in use. */
  length: number
  pending: string
  /** Bytes written to this output since it was made, over all parts. */
  total: number
}

// Measured: below 4 KiB the calls cost more than the copying, above 32 KiB the joined string leaves the cache.
const FLUSH_AT_CHARACTERS = 12 * 1024
const FIRST_BUFFER_BYTES = 64 * 1024
// Memory that is never written to costs nothing, while copying what was written does: so grow rarely and by much.
const GROWTH = 8
// A UTF-16 code unit becomes at most this many bytes of UTF-8.
const MAX_BYTES_PER_CHARACTER = 3

// The first touch of fresh memory costs more than writing to it: half the time of a large document. So one buffer is
// kept from render to render, unless only a rare giant document needed its size.
const MAX_SPARE_BYTES = 32 * 1024 * 1024
const spare: { buffer: Buffer | undefined } = { buffer: undefined }

export function createOutput(): Output {
  const buffer = spare.buffer ?? Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES)
  // Taken out, so that no two outputs ever share it.
  spare.buffer = undefined
  return { buffer, length: 0, pending: '', total: 0 }
}

/** Ends an output; no view of its parts may be used any more. */
export function releaseOutput(output: Output): void {
  if (output.buffer.length <= MAX_SPARE_BYTES) spare.buffer = output.buffer
  output.buffer = Buffer.alloc(0)
}

export function write(output: Output, text: string): void {
  output.pending += text
  if (output.pending.length >= FLUSH_AT_CHARACTERS) flush(output)
}

function flush(output: Output): void {
  const { pending } = output
  if (pending === '') return
  const needed = output.length + pending.length * MAX_BYTES_PER_CHARACTER
  if (needed > output.buffer.length) grow(output, needed)
  const written = output.buffer.write(pending, output.length, 'utf8')
  output.length += written
  output.total += written
  output.pending = ''
}

function grow(output: Output, needed: number): void {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, output.buffer.length * GROWTH))
  larger.set(output.buffer.subarray(0, output.length))
  output.buffer = larger
}

/** The bytes of one part; the view is good until the next part is begun. */
export function takePart(output: Output): Buffer {
  flush(output)
  return output.buffer.subarray(0, output.length)
}

export function beginPart(output: Output): void {
  output.length = 0
  output.pending = ''
}

/** A position to go back to when what follows turns out to be nothing. */
export type Mark = { readonly length: number; readonly pending: string; readonly total: number }

export function markOutput(output: Output): Mark {
  return { length: output.length, pending: output.pending, total: output.total }
}

export function isAt(output: Output, mark: Mark): boolean {
  return output.length === mark.length && output.pending.length === mark.pending.length
}

export function goBack(output: Output, mark: Mark): void {
  output.length = mark.length
  output.pending = mark.pending
  output.total = mark.total
}

export function endsWith(output: Output, text: string): boolean {
  if (output.pending.length >= text.length) return output.pending.endsWith(text)
  const tail = output.buffer.toString(
    'utf8',
    Math.max(0, output.length - text.length),
    output.length,
  )
  return (tail + output.pending).endsWith(text)
}
