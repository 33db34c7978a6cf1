import { pageHtml } from '../../manual/manual-html.ts'
import type { Manual } from '../../manual/manual-tree.ts'
import { shippedTemplate } from './form-template.ts'
import type { FormTools } from './form.ts'
import { renderDocument, type Waiting } from './render-document.ts'

/** What the manual is called on paper. */
interface ManualTitle {
  readonly titulo: string
  readonly subtitulo: string
}

/**
 * The manual as PDF, with its contents and pictures, by documents.
 * @throws ApiError CONFIGURATION_INCOMPLETE without documents, FORM_FAILED, UNAVAILABLE
 * @source docs/decisions/0289-erp-manual.md
 */
export async function manualPdf(
  tools: Pick<FormTools, 'joined' | 'forms'>,
  { groups }: Manual,
  { title, pictures, ...waiting }: ManualPrint,
): Promise<Buffer> {
  return await renderDocument(tools, waiting, async () => ({
    template: await shippedTemplate('manual'),
    data: {
      ...title,
      grupos: groups.map(({ label, pages }) => ({
        grupo: label,
        paginas: pages.map((page) => ({
          titulo: page.title,
          texto: { html: pageHtml(page, pictures) },
        })),
      })),
    },
  }))
}

interface ManualPrint extends Waiting {
  readonly title: ManualTitle
  readonly pictures: (name: string) => Buffer | undefined
}
