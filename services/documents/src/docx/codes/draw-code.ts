import type { RenderOptions } from 'bwip-js/node'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { say, type Told } from '../messages/say.ts'
import { bitmapPng } from './bitmap-png.ts'
import { drawBitmap } from './code-bitmap.ts'
import { contentProblem } from './code-content.ts'
import { toldCode, type CodeStyle } from './code-style.ts'

export type CodePicture = {
  readonly bytes: Buffer
  readonly format: 'png'
  readonly widthPx: number
  readonly heightPx: number
}

// On paper 8 cm wide this is what a good printer prints: 300 points to the inch, and more in any narrower cell.
const MIN_WIDTH_PX = 1_000
// Points of a module of a barcode: enough for the digits below to look like digits.
const LINEAR_SCALE = 6
const MM_PER_MODULE = 25.4 / 72

/** Draws a text as a code. The error is a sentence for whoever sent the value. */
export function drawCode(style: CodeStyle, text: string): Result<CodePicture, Told> {
  const problem = contentProblem(style, text)
  if (problem !== undefined) return fail(problem)
  try {
    const bitmap = drawBitmap({ ...optionsOf(style), text })
    const factor = Math.max(1, Math.ceil(MIN_WIDTH_PX / bitmap.width))
    const bytes = bitmapPng(bitmap, factor)
    const [widthPx, heightPx] = [bitmap.width * factor, bitmap.height * factor]
    return ok({ bytes, format: 'png', widthPx, heightPx })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The library's own words come behind the name and line of its rule.
    const reason = error.message.replace(/^bwipp?\S*:\s*/, '')
    return fail(
      say('The value cannot be a %{code}: %{why}.', { code: toldCode(style), why: reason }),
    )
  }
}

/** With the quiet zone that each standard asks for, in modules, without which scanners do not find the symbol. */
function optionsOf({ kind, option }: CodeStyle): Omit<RenderOptions, 'text'> {
  const linear = { scale: LINEAR_SCALE, includetext: option !== 'plain', paddingheight: 2 }
  switch (kind) {
    case 'qr':
      // A module is two of its points.
      return { bcid: 'qrcode', scale: 1, ...level(option ?? 'M'), padding: 8 }
    case 'pdf417':
      return { bcid: 'pdf417', scale: 2, ...level(option), padding: 2 }
    case 'code128':
      return { bcid: 'code128', ...linear, height: 36 * MM_PER_MODULE, paddingwidth: 10 }
    case 'ean13':
      return { bcid: 'ean13', ...linear, height: 69 * MM_PER_MODULE, paddingwidth: 7 }
    case 'ean8':
      return { bcid: 'ean8', ...linear, height: 55 * MM_PER_MODULE, paddingwidth: 7 }
  }
}

function level(eclevel: string | undefined): object {
  return eclevel === undefined ? {} : { eclevel }
}
