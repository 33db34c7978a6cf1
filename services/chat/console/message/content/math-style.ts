import ams from 'katex/dist/fonts/KaTeX_AMS-Regular.woff2'
import caligraphicBold from 'katex/dist/fonts/KaTeX_Caligraphic-Bold.woff2'
import caligraphic from 'katex/dist/fonts/KaTeX_Caligraphic-Regular.woff2'
import frakturBold from 'katex/dist/fonts/KaTeX_Fraktur-Bold.woff2'
import fraktur from 'katex/dist/fonts/KaTeX_Fraktur-Regular.woff2'
import mainBold from 'katex/dist/fonts/KaTeX_Main-Bold.woff2'
import mainBoldItalic from 'katex/dist/fonts/KaTeX_Main-BoldItalic.woff2'
import mainItalic from 'katex/dist/fonts/KaTeX_Main-Italic.woff2'
import main from 'katex/dist/fonts/KaTeX_Main-Regular.woff2'
import mathBoldItalic from 'katex/dist/fonts/KaTeX_Math-BoldItalic.woff2'
import mathItalic from 'katex/dist/fonts/KaTeX_Math-Italic.woff2'
import sansBold from 'katex/dist/fonts/KaTeX_SansSerif-Bold.woff2'
import sansItalic from 'katex/dist/fonts/KaTeX_SansSerif-Italic.woff2'
import sans from 'katex/dist/fonts/KaTeX_SansSerif-Regular.woff2'
import script from 'katex/dist/fonts/KaTeX_Script-Regular.woff2'
import size1 from 'katex/dist/fonts/KaTeX_Size1-Regular.woff2'
import size2 from 'katex/dist/fonts/KaTeX_Size2-Regular.woff2'
import size3 from 'katex/dist/fonts/KaTeX_Size3-Regular.woff2'
import size4 from 'katex/dist/fonts/KaTeX_Size4-Regular.woff2'
import typewriter from 'katex/dist/fonts/KaTeX_Typewriter-Regular.woff2'

import css from 'katex/dist/katex.min.css' with { type: 'text' }

type Style = 'normal' | 'italic'
type Face = readonly [family: string, file: string, weight?: string, style?: Style]

const FACES: readonly Face[] = [
  ['AMS', ams],
  ['Caligraphic', caligraphicBold, '700'],
  ['Caligraphic', caligraphic],
  ['Fraktur', frakturBold, '700'],
  ['Fraktur', fraktur],
  ['Main', mainBold, '700'],
  ['Main', mainBoldItalic, '700', 'italic'],
  ['Main', mainItalic, '400', 'italic'],
  ['Main', main],
  ['Math', mathBoldItalic, '700', 'italic'],
  ['Math', mathItalic, '400', 'italic'],
  ['SansSerif', sansBold, '700'],
  ['SansSerif', sansItalic, '400', 'italic'],
  ['SansSerif', sans],
  ['Script', script],
  ['Size1', size1],
  ['Size2', size2],
  ['Size3', size3],
  ['Size4', size4],
  ['Typewriter', typewriter],
]

/** Makes formulas look as KaTeX draws them; the browser loads a font once a sign of it is shown. */
export function addMathStyle(): void {
  const sheet = new CSSStyleSheet()
  // Its fonts are named relative to a file that is not there; those of this page are added below.
  sheet.replaceSync(css.replaceAll(/@font-face\{[^}]*\}/g, ''))
  document.adoptedStyleSheets.push(sheet)
  for (const [family, file, weight = '400', style = 'normal'] of FACES) {
    const url = new URL(file, import.meta.url)
    document.fonts.add(new FontFace(`KaTeX_${family}`, `url(${url.href})`, { weight, style }))
  }
}
