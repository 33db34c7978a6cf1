/** Placeholders of thumbnails in HTML that was rendered here, replaced once the thumbnails exist or have failed. */

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
 * The HTML with the thumbnails that exist now. `imageOf` returns nothing while a thumbnail is being made, and `failed`
 * if there will never be one: then only the link of its preview is left.
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
