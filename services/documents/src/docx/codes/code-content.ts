import { say, type Told } from '../messages/say.ts'
import { toldCode, type CodeStyle } from './code-style.ts'

// What a symbol of each kind can hold at most; the drawing refuses what does not fit earlier, in its own words.
const MAX_QR_BYTES = 2_953
const MAX_PDF417_BYTES = 1_850
// Longer ones can be drawn, but no scanner reads them from paper.
const MAX_CODE128_CHARACTERS = 80

/** Why a text cannot be a code of this kind; undefined when it can. */
export function contentProblem(style: CodeStyle, text: string): Told | undefined {
  switch (style.kind) {
    case 'qr':
      return lengthProblem(style, Buffer.byteLength(text), MAX_QR_BYTES, 'bytes')
    case 'pdf417':
      return lengthProblem(style, Buffer.byteLength(text), MAX_PDF417_BYTES, 'bytes')
    case 'code128':
      return /^[\u0020-\u007e]*$/.test(text)
        ? lengthProblem(style, text.length, MAX_CODE128_CHARACTERS, 'characters')
        : 'A Code 128 holds letters without accents, digits and signs of ASCII only.'
    case 'ean13':
      return articleNumberProblem(text, 13)
    case 'ean8':
      return articleNumberProblem(text, 8)
  }
}

function lengthProblem(
  style: CodeStyle,
  length: number,
  max: number,
  unit: 'bytes' | 'characters',
): Told | undefined {
  if (length <= max) return undefined
  const code = toldCode(style)
  return unit === 'bytes'
    ? say('The value is too long for a %{code}: at most %{max} bytes.', { code, max })
    : say('The value is too long for a %{code}: at most %{max} characters.', { code, max })
}

function articleNumberProblem(text: string, digits: 8 | 13): Told | undefined {
  const name = `EAN-${digits}`
  if (!/^\d+$/.test(text) || (text.length !== digits && text.length !== digits - 1))
    return say('An %{code} has %{digits} digits, or %{fewer} to which the check digit is added.', {
      code: name,
      digits,
      fewer: digits - 1,
    })
  const check = checkDigit(text.slice(0, digits - 1))
  return text.length === digits && !text.endsWith(check)
    ? say('The check digit, the last of this %{code}, must be %{check}.', { code: name, check })
    : undefined
}

/** The check digit of GS1: from the right, each digit counts thrice and once in turn. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
