import {
  overlayForm,
  overlayResources,
  seenPage,
  type PageNumbers,
  type SeenPage,
} from './page-overlay.ts'
import type { PdfFile } from './pdf-file.ts'
import {
  dictionaryOf,
  isList,
  type PdfDictionary,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'
import type { PdfWriter } from './pdf-writer.ts'

export interface Overlays {
  readonly watermark: string | undefined
  readonly numbers: PageNumbers | undefined
}

// A name that no page uses for something of its own.
const FORM_NAME = 'OficinaOverlay'

/**
 * Pages with something written over them. What that is waits until all pages are known, for only then their number is
 * known; of each page only its size is kept.
 */
export class OverlaidPages {
  readonly #writer: PdfWriter
  readonly #overlays: Overlays
  readonly #waiting: { readonly form: PdfWritten; readonly page: SeenPage }[] = []
  readonly #isNeeded: boolean
  #wrap: { readonly before: PdfWritten; readonly after: PdfWritten } | undefined

  constructor(writer: PdfWriter, overlays: Overlays) {
    this.#writer = writer
    this.#overlays = overlays
    this.#isNeeded = overlays.watermark !== undefined || overlays.numbers !== undefined
  }

  /** The page, of the file, with a place for what is written over it. */
  overlaid(file: PdfFile, page: PdfDictionary): PdfDictionary {
    if (!this.#isNeeded) return page
    const form = this.#writer.reserve()
    this.#waiting.push({ form, page: seenPage(file, page) })
    const resources = file.dictionary(page.get('Resources'))
    const forms = new Map(file.dictionary(resources.get('XObject'))).set(FORM_NAME, form)
    return new Map(page)
      .set('Resources', new Map(resources).set('XObject', forms))
      .set('Contents', this.#wrapped(contentsOf(file, page)))
  }

  /** Writes what stands over the pages. */
  finish(): void {
    if (this.#waiting.length === 0) return
    const { watermark, numbers } = this.#overlays
    const resources = this.#writer.add(overlayResources())
    for (const [index, { form, page }] of this.#waiting.entries()) {
      const number =
        numbers === undefined ? undefined : { numbers, text: this.#numberText(numbers, index) }
      this.#writer.write(form, overlayForm(page, { watermark, number }, resources))
    }
  }

  #numberText({ format, first }: PageNumbers, index: number): string {
    return format
      .replaceAll('{page}', String(first + index))
      .replaceAll('{pages}', String(first + this.#waiting.length - 1))
  }

  /** A page may leave its drawing in any state: it is put between a saved state and its return. */
  #wrapped(contents: readonly PdfValue[]): readonly PdfValue[] {
    this.#wrap ??= {
      before: this.#writer.add(content('q')),
      after: this.#writer.add(content(`Q q /${FORM_NAME} Do Q`)),
    }
    const { before, after } = this.#wrap
    return [before, ...contents, after]
  }
}

function contentsOf(file: PdfFile, page: PdfDictionary): readonly PdfValue[] {
  const contents = page.get('Contents')
  if (contents === undefined || contents === null) return []
  const resolved = file.resolve(contents)
  return isList(resolved) ? resolved : [contents]
}

function content(operators: string): PdfValue {
  // Contents are joined as they are; a line end keeps their words apart.
  return { kind: 'stream', dictionary: dictionaryOf({}), bytes: Buffer.from(`\n${operators}\n`) }
}
