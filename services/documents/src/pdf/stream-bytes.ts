import { constants, inflateSync } from 'node:zlib'

import { broken, PdfProblem } from './pdf-problem.ts'
import { isDictionary, isList, ofKind, type PdfStream, type PdfValue } from './pdf-value.ts'

// The largest stream of objects that is read; writers put a few hundred objects into one.
const MAX_BYTES = 32 * 1024 * 1024
const PNG_PREDICTOR = 10

/** The bytes of a stream that holds objects or their places, filters undone. @throws PdfProblem */
export function decodedBytes({ dictionary, bytes }: PdfStream): Buffer {
  const filters = asList(dictionary.get('Filter')).map((filter) => ofKind(filter, 'name')?.name)
  if (filters.length === 0) return bytes
  if (filters.length > 1 || filters[0] !== 'FlateDecode')
    throw broken('its objects are packed in a way that no writer uses')
  return withoutPredictor(inflated(bytes), asList(dictionary.get('DecodeParms'))[0])
}

function asList(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value === null) return []
  return isList(value) ? value : [value]
}

function inflated(bytes: Buffer): Buffer {
  try {
    // What was cut off at the end is missing, not a reason to refuse the rest.
    return inflateSync(bytes, { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    if (error instanceof RangeError) throw new PdfProblem('too-large', 'its objects are too large')
    throw broken('its objects cannot be unpacked')
  }
}

function withoutPredictor(bytes: Buffer, parameters: PdfValue | undefined): Buffer {
  if (!isDictionary(parameters)) return bytes
  const predictor = wholeNumber(parameters.get('Predictor'), 1)
  if (predictor < PNG_PREDICTOR) {
    if (predictor === 1) return bytes
    throw broken('its objects are packed in a way that no writer uses')
  }
  const colors = wholeNumber(parameters.get('Colors'), 1)
  const bits = wholeNumber(parameters.get('BitsPerComponent'), 8)
  const columns = wholeNumber(parameters.get('Columns'), 1)
  const width = Math.ceil((colors * bits * columns) / 8)
  if (width < 1 || width > MAX_BYTES) throw broken('its objects are packed wrongly')
  return unfiltered(bytes, width, Math.max(1, Math.floor((colors * bits) / 8)))
}

function wholeNumber(value: PdfValue | undefined, absent: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : absent
}

/** Undoes PNG’s row filters. */
function unfiltered(bytes: Buffer, width: number, pixel: number): Buffer {
  const rows = Math.floor(bytes.length / (width + 1))
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1)
    const to = row * width
    const filter = bytes[from] ?? 0
    for (let column = 0; column < width; column += 1) {
      const raw = bytes[from + 1 + column] ?? 0
      const left = column < pixel ? 0 : (out[to + column - pixel] ?? 0)
      const up = row === 0 ? 0 : (out[to - width + column] ?? 0)
      const corner = row === 0 || column < pixel ? 0 : (out[to - width + column - pixel] ?? 0)
      out[to + column] = raw + predicted(filter, left, up, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      return 0
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const byLeft = Math.abs(guess - left)
  const byUp = Math.abs(guess - up)
  const byCorner = Math.abs(guess - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
