/** Placeholders of thumbnails in HTML that was rendered here, replaced when their fate is known. */

import { element } from './tree/tree.ts'
import { contentsHtml } from './tree/write-html.ts'
import {
  PLACEHOLDER_CLASS,
  uploadedPicture,
  uploadPathId,
  type UploadedImage,
} from './uploaded-image.ts'

// As the renderer writes them; an author's text cannot look like this, since its angle brackets are escaped.
const PREVIEW = new RegExp(
  `<div class="message_inline_image">(<a href="([^"]*)"[^>]*>)<img class="${PLACEHOLDER_CLASS}"[^>]*></a></div>`,
  'g',
)

export function hasPlaceholder(html: string): boolean {
  return html.includes(`<img class="${PLACEHOLDER_CLASS}"`)
}

/**
 * The HTML with the thumbnails that are there now. `imageOf` gives nothing while a thumbnail is being made and `failed`
 * for one that there will never be: what is left of its preview is a link.
 */
export function fillPlaceholders(
  html: string,
  imageOf: (pathId: string) => UploadedImage | 'failed' | undefined,
): string {
  return html.replaceAll(PREVIEW, (whole: string, link: string, href: string) => {
    const image = imageOf(uploadPathId(href) ?? '')
    if (image === undefined) return whole
    if (image !== 'failed') {
      return `<div class="message_inline_image">${link}${pictureHtml(image)}</a></div>`
    }
    const isLinkedElsewhere = html.split(`<a href="${href}"`).length > 2
    return isLinkedElsewhere ? '' : `<p><a href="${href}">${href}</a></p>`
  })
}

function pictureHtml(image: UploadedImage): string {
  return contentsHtml(element('div', {}, [uploadedPicture(image)]))
}
